package io.gigafs.cli.bench;

import io.gigafs.cli.CommandProvider;
import io.gigafs.cli.Shell;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Contributes {@code giga bench}. */
public final class BenchCommands implements CommandProvider {
  @Override
  public Map<String, Supplier<CommandLine>> commands(Shell shell) {
    return Map.of("bench", () -> bench(shell));
  }

  private static CommandLine bench(Shell shell) {
    CommandLine bench = new CommandLine(new BenchCommand());
    add(bench, new BenchCreateCommand(shell));
    add(bench, new BenchDataCommand(shell));
    add(bench, new BenchMixedCommand(shell));
    add(bench, new BenchMountCommand(shell));
    add(bench, new BenchReaddirCommand(shell));
    add(bench, new BenchStatCommand(shell));
    add(bench, new BenchUnlinkCommand(shell));
    return bench;
  }

  private static void add(CommandLine bench, Object command) {
    CommandLine line = new CommandLine(command);
    bench.addSubcommand(line.getCommandName(), line);
  }
}
