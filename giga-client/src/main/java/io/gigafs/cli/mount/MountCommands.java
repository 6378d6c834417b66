package io.gigafs.cli.mount;

import io.gigafs.cli.CommandProvider;
import io.gigafs.cli.Shell;
import java.util.List;
import picocli.CommandLine;

/** Contributes {@code giga mount} and {@code giga umount}. */
public final class MountCommands implements CommandProvider {
  @Override
  public List<CommandLine> commands(Shell shell) {
    return List.of(
        new CommandLine(new MountCommand(shell)), new CommandLine(new UnmountCommand(shell)));
  }
}
