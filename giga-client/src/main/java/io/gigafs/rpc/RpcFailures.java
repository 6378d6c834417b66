package io.gigafs.rpc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Helpers for the causes of failed futures. */
public final class RpcFailures {
  private RpcFailures() {}

  /** The cause of a future's failure, without the wrappers that chained futures add. */
  public static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  /** Completes a future with the outcome of another. */
  public static <T> void complete(
      CompletableFuture<T> future, @Nullable T value, @Nullable Throwable failure) {
    if (failure == null) {
      future.complete(value);
    } else {
      future.completeExceptionally(cause(failure));
    }
  }
}
