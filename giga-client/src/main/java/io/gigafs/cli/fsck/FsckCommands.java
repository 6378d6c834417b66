package io.gigafs.cli.fsck;

import io.gigafs.cli.CommandProvider;
import io.gigafs.cli.Shell;
import java.util.List;
import picocli.CommandLine;

/** Contributes {@code giga fsck}. */
public final class FsckCommands implements CommandProvider {
  @Override
  public List<CommandLine> commands(Shell shell) {
    return List.of(new CommandLine(new FsckCommand(shell)));
  }
}
