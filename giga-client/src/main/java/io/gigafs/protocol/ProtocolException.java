package io.gigafs.protocol;

/**
 * The peer sent invalid bytes, and the rest of the connection cannot be decoded. The message is a
 * single line for any input. It has no stack trace, so that invalid input costs little.
 */
public final class ProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ProtocolException(String message) {
    super(Printable.of(message), null, false, false);
  }
}
