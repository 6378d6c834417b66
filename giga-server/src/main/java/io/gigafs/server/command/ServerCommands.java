package io.gigafs.server.command;

import io.gigafs.cli.CommandProvider;
import io.gigafs.cli.Shell;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Provides the commands that need the server. */
public final class ServerCommands implements CommandProvider {
  @Override
  public Map<String, Supplier<CommandLine>> commands(Shell shell) {
    return Map.of(
        "demo", () -> new CommandLine(new DemoCommand(shell)),
        "dev-cluster", () -> new CommandLine(new DevClusterCommand(shell)),
        "format", () -> new CommandLine(new FormatCommand(shell)),
        "server", () -> new CommandLine(ServerCommand.spec(shell)),
        "zookeeper", () -> new CommandLine(new ZooKeeperCommand(shell)));
  }
}
