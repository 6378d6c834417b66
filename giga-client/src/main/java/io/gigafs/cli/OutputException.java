package io.gigafs.cli;

import java.io.IOException;

/** Standard output cannot be written to. */
public final class OutputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean brokenPipe;

  OutputException(IOException cause) {
    super(cause);
    String message = cause.getMessage();
    this.brokenPipe = message != null && message.contains("Broken pipe");
  }

  /** Whether the reader went away, which is its right and no error to speak of. */
  boolean isBrokenPipe() {
    return brokenPipe;
  }
}
