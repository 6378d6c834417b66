package io.gigafs.cli.fsck;

import io.gigafs.cli.CommandProvider;
import io.gigafs.cli.Shell;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Contributes {@code giga fsck}. */
public final class FsckCommands implements CommandProvider {
  @Override
  public Map<String, Supplier<CommandLine>> commands(Shell shell) {
    return Map.of("fsck", () -> new CommandLine(new FsckCommand(shell)));
  }
}
