package io.gigafs.cli;

import java.util.List;
import picocli.CommandLine;

/**
 * Contributes commands to {@code giga}; found by {@link java.util.ServiceLoader}. Implementations
 * are public, have a constructor without parameters and do nothing until asked.
 */
public interface CommandProvider {
  /** The commands, ready to be put below {@code giga}. */
  List<CommandLine> commands(Shell shell);
}
