package io.gigafs.cli;

import java.io.IOException;

/** Standard output cannot be written to. */
final class OutputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean brokenPipe;

  OutputException(IOException cause) {
    super(cause);
    String message = cause.getMessage();
    this.brokenPipe = message != null && message.contains("Broken pipe");
  }

  /** Whether the reader has closed the pipe, which is not reported as an error. */
  boolean isBrokenPipe() {
    return brokenPipe;
  }
}
