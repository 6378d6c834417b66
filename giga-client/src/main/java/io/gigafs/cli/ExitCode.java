package io.gigafs.cli;

/** What the command's exit status says. */
public final class ExitCode {
  public static final int OK = 0;

  /** The operation failed, or one of several did; standard error says which and why. */
  public static final int FAILED = 1;

  /** The command line or a setting makes no sense; nothing was tried. */
  public static final int USAGE = 2;

  /** Whoever read standard output went away: what a shell reports for a death by SIGPIPE. */
  public static final int BROKEN_PIPE = 128 + 13;

  private ExitCode() {}
}
