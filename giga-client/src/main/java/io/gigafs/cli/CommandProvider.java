package io.gigafs.cli;

import java.util.List;
import picocli.CommandLine;

/**
 * Contributes commands to {@code giga}; found by {@link java.util.ServiceLoader}. Implementations
 * are public, have a constructor without parameters and do nothing until asked.
 */
public interface CommandProvider {
  /** The names of the commands, for those who look for one and not for all. */
  List<String> names();

  /** The commands, ready to be put below {@code giga}. */
  List<CommandLine> commands(Shell shell);
}
