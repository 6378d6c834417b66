package io.gigafs.server;

/** A server could not start; says in one line which setting stands in the way and what to do. */
public final class ServerStartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ServerStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
