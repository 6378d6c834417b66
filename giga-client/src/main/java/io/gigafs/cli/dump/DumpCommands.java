package io.gigafs.cli.dump;

import io.gigafs.cli.Shell;
import java.util.List;
import picocli.CommandLine;

/** The operations of {@code giga admin} in this package. */
public final class DumpCommands {
  private DumpCommands() {}

  public static List<CommandLine> of(Shell shell) {
    return List.of(
        new CommandLine(new DumpCommand(shell)), new CommandLine(new LoadCommand(shell)));
  }
}
