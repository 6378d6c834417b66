package io.gigafs.cli.volume;

import io.gigafs.cli.CommandProvider;
import io.gigafs.cli.Shell;
import io.gigafs.cli.adopt.AdoptCommands;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Contributes {@code giga volume}. */
public final class VolumeCommands implements CommandProvider {
  @Override
  public Map<String, Supplier<CommandLine>> commands(Shell shell) {
    return Map.of("volume", () -> volume(shell));
  }

  private static CommandLine volume(Shell shell) {
    CommandLine volume = new CommandLine(new VolumeCommand());
    add(volume, new AddCommand(shell));
    add(volume, new ListVolumesCommand(shell));
    add(volume, new SetCommand(shell));
    add(volume, new DrainVolumeCommand(shell));
    add(volume, new UndrainCommand(shell));
    add(volume, new RemoveVolumeCommand(shell));
    add(volume, new RestoreCommand(shell));
    AdoptCommands.of(shell).forEach(line -> volume.addSubcommand(line.getCommandName(), line));
    return volume;
  }

  private static void add(CommandLine volume, Object operation) {
    CommandLine line = new CommandLine(operation);
    volume.addSubcommand(line.getCommandName(), line);
  }
}
