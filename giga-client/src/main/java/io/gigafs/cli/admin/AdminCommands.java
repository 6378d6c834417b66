package io.gigafs.cli.admin;

import io.gigafs.cli.CommandProvider;
import io.gigafs.cli.Shell;
import io.gigafs.cli.dump.DumpCommands;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Contributes {@code giga admin}. */
public final class AdminCommands implements CommandProvider {
  @Override
  public Map<String, Supplier<CommandLine>> commands(Shell shell) {
    return Map.of("admin", () -> admin(shell));
  }

  private static CommandLine admin(Shell shell) {
    CommandLine admin = new CommandLine(new AdminCommand());
    add(admin, new DrainServerCommand(shell));
    add(admin, new RebalanceCommand(shell));
    add(admin, new RemoveServerCommand(shell));
    add(admin, new CheckpointCommand(shell));
    DumpCommands.of(shell).forEach(each -> admin.addSubcommand(each.getCommandName(), each));
    return admin;
  }

  private static void add(CommandLine admin, Object operation) {
    CommandLine line = new CommandLine(operation);
    admin.addSubcommand(line.getCommandName(), line);
  }

  /** {@code giga admin}, the command group. */
  @Command(
      name = "admin",
      synopsisSubcommandLabel = "OPERATION",
      description = "Manages the servers of a cluster and their data.",
      footerHeading = "%nExamples:%n",
      footer = "  giga admin checkpoint -c giga://10.0.0.1:7000/ --name before-upgrade")
  static final class AdminCommand implements Runnable {
    @Spec private @Nullable CommandSpec spec;

    @Override
    public void run() {
      if (spec != null) {
        throw new ParameterException(spec.commandLine(), "missing operation");
      }
    }
  }
}
