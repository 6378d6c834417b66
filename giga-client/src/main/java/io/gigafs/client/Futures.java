package io.gigafs.client;

import io.gigafs.rpc.CallDeadline;
import io.gigafs.rpc.Failures;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Futures that follow one another and fail with the failure itself, never wrapped. What follows is
 * part of the call that the thread worked on which said so.
 */
final class Futures {
  private Futures() {}

  /** What follows a success. */
  static <T, U> CompletableFuture<U> then(
      CompletableFuture<T> first, Function<? super T, CompletableFuture<U>> next) {
    CompletableFuture<U> result = new CompletableFuture<>();
    CallDeadline call = CallDeadline.current();
    first.whenComplete(
        (value, failure) -> {
          if (failure != null) {
            result.completeExceptionally(Failures.cause(failure));
            return;
          }
          try {
            call.within(() -> next.apply(value)).whenComplete(completing(result));
          } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
          }
        });
    return result;
  }

  /** What follows, however it ended; then the outcome is the first one's. */
  static <T> CompletableFuture<T> andThen(
      CompletableFuture<T> first, Function<@Nullable Throwable, CompletableFuture<?>> last) {
    CompletableFuture<T> result = new CompletableFuture<>();
    CallDeadline call = CallDeadline.current();
    first.whenComplete(
        (value, failure) ->
            call.within(() -> last.apply(failure))
                .whenComplete((done, lastFailure) -> completing(result).accept(value, failure)));
    return result;
  }

  private static <T> BiConsumer<T, @Nullable Throwable> completing(CompletableFuture<T> result) {
    return (value, failure) -> Failures.complete(result, value, failure);
  }
}
