package io.gigafs.client;

import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits for the client's futures, for callers that block. */
public final class Awaiting {
  private Awaiting() {}

  /**
   * The result of a future, once it is complete. An interrupt does not end the operation; the
   * thread stays interrupted.
   */
  public static <T> T result(CompletableFuture<T> future) throws GigaException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure("interrupted; the operation goes on unattended", e);
    } catch (ExecutionException e) {
      throw causeOf(e);
    }
  }

  /** The reason of a failed operation, from its future's exception. */
  public static GigaException causeOf(Throwable failure) {
    Throwable cause = Futures.cause(failure);
    return cause instanceof GigaException known ? known : failure("unexpected " + cause, cause);
  }

  private static GigaException failure(String text, Throwable cause) {
    GigaException failure = ErrorCode.EIO.exception(text);
    failure.initCause(cause);
    return failure;
  }
}
