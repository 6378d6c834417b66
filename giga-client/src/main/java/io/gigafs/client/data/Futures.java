package io.gigafs.client.data;

import io.gigafs.rpc.CallDeadline;
import io.gigafs.rpc.RpcFailures;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** Combinators of futures. */
public final class Futures {
  /** A completed future. */
  static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

  private Futures() {}

  /**
   * A future that completes with another one, possibly shared. What follows belongs to the call of
   * the current thread.
   */
  static <T> CompletableFuture<T> inCall(CompletableFuture<T> future) {
    return CallDeadline.current().resuming(future);
  }

  /** Continues after a failure. An exception that the continuation throws replaces it. */
  static <T> CompletableFuture<T> onFailure(
      CompletableFuture<T> future, Function<Throwable, CompletableFuture<T>> then) {
    return future.exceptionallyCompose(failure -> then.apply(RpcFailures.cause(failure)));
  }

  /** Runs an action after success or failure. A failure of either fails the result. */
  static <T> CompletableFuture<T> andFinally(
      CompletableFuture<T> future, Supplier<CompletableFuture<Void>> last) {
    return future
        .handle(
            (value, failure) ->
                last.get()
                    .handle(
                        (done, lastFailure) -> {
                          Throwable first = failure == null ? lastFailure : failure;
                          return first == null
                              ? CompletableFuture.completedFuture(value)
                              : CompletableFuture.<T>failedFuture(RpcFailures.cause(first));
                        })
                    .thenCompose(Function.identity()))
        .thenCompose(Function.identity());
  }
}
