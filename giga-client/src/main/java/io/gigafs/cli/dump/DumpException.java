package io.gigafs.cli.dump;

import java.io.IOException;

/** A dump that cannot be read, or not be loaded where it should be; the message says it all. */
final class DumpException extends IOException {
  private static final long serialVersionUID = 1L;

  DumpException(String message) {
    super(message);
  }

  DumpException(String message, Throwable cause) {
    super(message, cause);
  }
}
