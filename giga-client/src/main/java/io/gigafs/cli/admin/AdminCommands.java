package io.gigafs.cli.admin;

import io.gigafs.cli.CommandProvider;
import io.gigafs.cli.Shell;
import java.util.List;
import picocli.CommandLine;

/** Contributes {@code giga admin}. */
public final class AdminCommands implements CommandProvider {
  @Override
  public List<CommandLine> commands(Shell shell) {
    return List.of(new CommandLine(new AdminCommand()));
  }
}
