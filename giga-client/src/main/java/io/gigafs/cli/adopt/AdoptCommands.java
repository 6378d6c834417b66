package io.gigafs.cli.adopt;

import io.gigafs.cli.Shell;
import java.util.List;
import picocli.CommandLine;

/** The operations of {@code giga volume} in this package. */
public final class AdoptCommands {
  private AdoptCommands() {}

  public static List<CommandLine> of(Shell shell) {
    return List.of(new CommandLine(new AdoptCommand(shell)));
  }
}
