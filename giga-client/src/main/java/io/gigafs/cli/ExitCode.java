package io.gigafs.cli;

/** The exit codes of the command. */
public final class ExitCode {
  public static final int OK = 0;

  /** The operation failed, or one of several did; standard error says which and why. */
  public static final int FAILED = 1;

  /** The command line or a setting is invalid; nothing was done. */
  public static final int USAGE = 2;

  /**
   * The reader of standard output is gone: the code that a shell reports for a death by SIGPIPE.
   */
  static final int BROKEN_PIPE = 128 + 13;

  private ExitCode() {}
}
