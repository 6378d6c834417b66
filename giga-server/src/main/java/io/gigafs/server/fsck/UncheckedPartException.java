package io.gigafs.server.fsck;

/** A part could not be checked; the message says what and why. */
final class UncheckedPartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UncheckedPartException(String message) {
    super(message);
  }
}
