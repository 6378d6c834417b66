package io.gigafs.hadoop.failure;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits for the client, as its blocking methods do. */
public final class Awaiting {
  private Awaiting() {}

  /**
   * What a future holds, once it does. A thread that is interrupted stays so, and the operation
   * goes on without it.
   */
  public static <T> T result(CompletableFuture<T> future) throws GigaException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure("interrupted; the operation goes on unattended", e);
    } catch (ExecutionException e) {
      throw ofThrown(e);
    }
  }

  /** The failure of an operation, of what its future was completed with. */
  public static GigaException ofThrown(Throwable thrown) {
    Throwable cause = thrown;
    while (!(cause instanceof GigaException) && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof GigaException failure ? failure : failure("unexpected " + cause, cause);
  }

  private static GigaException failure(String text, Throwable cause) {
    GigaException failure = ErrorCode.EIO.exception(text);
    failure.initCause(cause);
    return failure;
  }
}
