package io.gigafs.cli;

import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * Contributes commands to {@code giga}; found by {@link java.util.ServiceLoader}. Implementations
 * are public, have a constructor without parameters and have no side effects until called.
 */
public interface CommandProvider {
  /** The commands to be added to {@code giga}, by name. Each is built only if it may be used. */
  Map<String, Supplier<CommandLine>> commands(Shell shell);
}
