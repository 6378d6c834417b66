package io.gigafs.cli.cache;

import io.gigafs.cli.CommandProvider;
import io.gigafs.cli.Shell;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Contributes {@code giga cache}. */
public final class CacheCommands implements CommandProvider {
  @Override
  public Map<String, Supplier<CommandLine>> commands(Shell shell) {
    return Map.of("cache", () -> cache(shell));
  }

  private static CommandLine cache(Shell shell) {
    CommandLine cache = new CommandLine(new CacheCommand());
    add(cache, new WarmCommand(shell));
    add(cache, new CacheStatCommand(shell));
    add(cache, new CacheDropCommand(shell));
    add(cache, new CacheServeCommand(shell));
    return cache;
  }

  private static void add(CommandLine cache, Object operation) {
    CommandLine line = new CommandLine(operation);
    cache.addSubcommand(line.getCommandName(), line);
  }
}
