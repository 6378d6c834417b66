package io.gigafs.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Where {@link ClusterOptions} may be given: with every parent of a command that has them, and with
 * every subcommand of it. If such a command has an option of the same name, that one takes
 * precedence; no command has another {@code --cluster}. Commands whose operands may begin with a
 * dash take {@code --as}, but not {@code -u}.
 */
final class ClusterOptionPlaces {
  /** The values given before the command that has the options. */
  private final ClusterOptions before = new ClusterOptions();

  private ClusterOptionPlaces() {}

  /** Adds the options to all commands of a tree that can take them. */
  static ClusterOptionPlaces in(CommandLine root) {
    ClusterOptionPlaces places = new ClusterOptionPlaces();
    places.visit(root, new ArrayList<>());
    return places;
  }

  /** Whether this command or one below it has the options. */
  private boolean visit(CommandLine line, List<CommandLine> above) {
    ClusterOptions own = own(line.getCommandSpec());
    if (own != null) {
      ClusterOptions behind = new ClusterOptions();
      own.given(before, behind);
      addBelow(line, behind);
      return true;
    }
    above.add(line);
    boolean isUsed = false;
    for (CommandLine below : Set.copyOf(line.getSubcommands().values())) {
      isUsed |= visit(below, above);
    }
    above.remove(above.size() - 1);
    if (isUsed) {
      add(line.getCommandSpec(), before, false);
    }
    return isUsed;
  }

  private static void addBelow(CommandLine line, ClusterOptions options) {
    for (CommandLine below : Set.copyOf(line.getSubcommands().values())) {
      add(below.getCommandSpec(), options, true);
      addBelow(below, options);
    }
  }

  private static @Nullable ClusterOptions own(CommandSpec spec) {
    for (CommandSpec mixin : spec.mixins().values()) {
      if (mixin.userObject() instanceof ClusterOptions options) {
        return options;
      }
    }
    return null;
  }

  private static void add(CommandSpec to, ClusterOptions options, boolean hidden) {
    for (OptionSpec option : CommandSpec.forAnnotatedObject(new ClusterOptions()).options()) {
      List<String> free = new ArrayList<>(List.of(option.names()));
      free.removeAll(to.optionsMap().keySet());
      if (to.parser().unmatchedOptionsArePositionalParams()) {
        free.remove("-u"); // -user and -uid are tests of find
      }
      if (!free.isEmpty()) {
        to.addOption(
            OptionSpec.builder(option)
                .names(free.toArray(new String[0]))
                .hidden(hidden)
                .setter(new Setter(options, option.longestName()))
                .build());
      }
    }
  }

  /** Assigns a value. Picocli assigns null when parsing of a command begins. */
  private record Setter(ClusterOptions options, String name) implements CommandLine.Model.ISetter {
    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // picocli's signature
    public <T> @Nullable T set(@Nullable T value) {
      if (value != null) {
        options.set(name, value);
      }
      return null;
    }
  }

  /**
   * Refuses the options if the command to run does not use them.
   *
   * @throws ParameterException if it does not
   */
  void check(ParseResult parsed) {
    List<CommandLine> commands = parsed.asCommandLineList();
    boolean isUsed = commands.stream().anyMatch(line -> own(line.getCommandSpec()) != null);
    CommandLine last = commands.get(commands.size() - 1);
    if (before.isAnyGiven() && !isUsed && last.getSubcommands().isEmpty()) {
      throw new ParameterException(
          last, "takes no --cluster, --as, --timeout or --data-path before its name");
    }
  }
}
