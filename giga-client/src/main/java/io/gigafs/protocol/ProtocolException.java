package io.gigafs.protocol;

/**
 * Bytes from the other side are no message; what follows them on the connection cannot be made
 * sense of. The message is one line, whatever they were. Without a stack trace: whoever sends
 * garbage shall not cost more than it has to.
 */
public final class ProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ProtocolException(String message) {
    super(Printable.of(message), null, false, false);
  }
}
