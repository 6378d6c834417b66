package io.gigafs.server;

/** A server could not start. The message says in one line which setting is wrong and what to do. */
public final class ServerStartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ServerStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
