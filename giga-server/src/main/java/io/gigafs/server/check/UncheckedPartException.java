package io.gigafs.server.check;

/** Something could not be looked at; says what and why. */
final class UncheckedPartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UncheckedPartException(String message) {
    super(message);
  }
}
