package io.gigafs.client.data;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;

/** What futures lack. */
final class Futures {
  /** What was to be done, and is. */
  static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

  private Futures() {}

  /** Why a future failed, without what chains of futures wrap it into. */
  static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  /** What follows a failure; what it throws is the new failure. */
  static <T> CompletableFuture<T> onFailure(
      CompletableFuture<T> future, Function<Throwable, CompletableFuture<T>> then) {
    return future.exceptionallyCompose(failure -> then.apply(cause(failure)));
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
                              : CompletableFuture.<T>failedFuture(cause(first));
                        })
                    .thenCompose(Function.identity()))
        .thenCompose(Function.identity());
  }
}
