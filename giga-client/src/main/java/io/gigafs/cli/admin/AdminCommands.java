package io.gigafs.cli.admin;

import io.gigafs.cli.CommandProvider;
import io.gigafs.cli.Shell;
import io.gigafs.cli.dump.DumpCommands;
import java.util.List;
import picocli.CommandLine;

/** Contributes {@code giga admin}. */
public final class AdminCommands implements CommandProvider {
  @Override
  public List<CommandLine> commands(Shell shell) {
    CommandLine admin = new CommandLine(new AdminCommand());
    add(admin, new DrainServerCommand(shell));
    add(admin, new RebalanceCommand(shell));
    add(admin, new RemoveServerCommand(shell));
    add(admin, new CheckpointCommand(shell));
    DumpCommands.of(shell).forEach(each -> admin.addSubcommand(each.getCommandName(), each));
    return List.of(admin);
  }

  private static void add(CommandLine admin, Object operation) {
    CommandLine line = new CommandLine(operation);
    admin.addSubcommand(line.getCommandName(), line);
  }
}
