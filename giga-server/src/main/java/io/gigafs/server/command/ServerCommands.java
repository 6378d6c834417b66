package io.gigafs.server.command;

import io.gigafs.cli.CommandProvider;
import io.gigafs.cli.Shell;
import java.util.List;
import picocli.CommandLine;

/** Provides the commands that need the server. */
public final class ServerCommands implements CommandProvider {
  @Override
  public List<CommandLine> commands(Shell shell) {
    return List.of(
        new CommandLine(new DemoCommand(shell)),
        new CommandLine(new DevClusterCommand(shell)),
        new CommandLine(new FormatCommand(shell)),
        new CommandLine(ServerCommand.spec(shell)),
        new CommandLine(new ZooKeeperCommand(shell)));
  }
}
