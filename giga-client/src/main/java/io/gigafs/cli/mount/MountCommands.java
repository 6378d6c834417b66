package io.gigafs.cli.mount;

import io.gigafs.cli.CommandProvider;
import io.gigafs.cli.Shell;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Contributes {@code giga mount} and {@code giga umount}. */
public final class MountCommands implements CommandProvider {
  @Override
  public Map<String, Supplier<CommandLine>> commands(Shell shell) {
    return Map.of(
        "mount", () -> new CommandLine(new MountCommand(shell)),
        "umount", () -> new CommandLine(new UnmountCommand(shell)));
  }
}
