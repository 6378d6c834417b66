package io.gigafs.cli;

import org.jspecify.annotations.Nullable;

/** Ends a command with one line on standard error and an exit code. */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private CommandException(int exitCode, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** The operation failed. */
  public static CommandException failed(String message) {
    return new CommandException(ExitCode.FAILED, message, null);
  }

  /** The operation failed; {@code --debug} shows the cause. */
  public static CommandException failed(String message, Throwable cause) {
    return new CommandException(ExitCode.FAILED, message, cause);
  }

  /** The command line or a setting is invalid. */
  public static CommandException usage(String message) {
    return new CommandException(ExitCode.USAGE, message, null);
  }

  public int exitCode() {
    return exitCode;
  }
}
