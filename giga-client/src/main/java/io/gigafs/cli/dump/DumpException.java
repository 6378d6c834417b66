package io.gigafs.cli.dump;

import java.io.IOException;

/** A dump that cannot be read, or cannot be loaded at its destination; the message is complete. */
final class DumpException extends IOException {
  private static final long serialVersionUID = 1L;

  DumpException(String message) {
    super(message);
  }

  DumpException(String message, Throwable cause) {
    super(message, cause);
  }
}
