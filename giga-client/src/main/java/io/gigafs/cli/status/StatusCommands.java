package io.gigafs.cli.status;

import io.gigafs.cli.CommandProvider;
import io.gigafs.cli.Shell;
import java.util.List;
import picocli.CommandLine;

/** Contributes {@code giga status}. */
public final class StatusCommands implements CommandProvider {
  @Override
  public List<CommandLine> commands(Shell shell) {
    return List.of(new CommandLine(new StatusCommand(shell)));
  }
}
