package io.gigafs.client.data;

import io.gigafs.rpc.CallDeadline;
import io.gigafs.rpc.Failures;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** What futures lack. */
final class Futures {
  /** What was to be done, and is. */
  static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

  private Futures() {}

  /**
   * A future that ends with another, which may be of others; what follows is part of the call that
   * the current thread works on.
   */
  static <T> CompletableFuture<T> inCall(CompletableFuture<T> future) {
    return CallDeadline.current().resuming(future);
  }

  /** What follows a failure; what it throws is the new failure. */
  static <T> CompletableFuture<T> onFailure(
      CompletableFuture<T> future, Function<Throwable, CompletableFuture<T>> then) {
    return future.exceptionallyCompose(failure -> then.apply(Failures.cause(failure)));
  }

  /** Does something after both success and failure; a failure of either is one of the whole. */
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
                              : CompletableFuture.<T>failedFuture(Failures.cause(first));
                        })
                    .thenCompose(Function.identity()))
        .thenCompose(Function.identity());
  }
}
