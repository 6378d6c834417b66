package io.gigafs.cli.admin;

import io.gigafs.cli.CommandProvider;
import io.gigafs.cli.Shell;
import java.util.List;
import picocli.CommandLine;

/** Contributes {@code giga admin}. */
public final class AdminCommands implements CommandProvider {
  @Override
  public List<CommandLine> commands(Shell shell) {
    CommandLine admin = new CommandLine(new AdminCommand());
    admin.addSubcommand(new DrainCommand(shell));
    admin.addSubcommand(new RebalanceCommand(shell));
    admin.addSubcommand(new RemoveCommand(shell));
    return List.of(admin);
  }
}
