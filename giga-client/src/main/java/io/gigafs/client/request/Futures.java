package io.gigafs.client.request;

import io.gigafs.rpc.CallDeadline;
import io.gigafs.rpc.RpcFailures;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Chains futures, which fail with the failure itself, never wrapped. Continuations belong to the
 * call of the thread that chained them.
 */
public final class Futures {
  private Futures() {}

  /** Continues after a success. */
  public static <T, U> CompletableFuture<U> then(
      CompletableFuture<T> first, Function<? super T, CompletableFuture<U>> next) {
    CompletableFuture<U> result = new CompletableFuture<>();
    CallDeadline call = CallDeadline.current();
    first.whenComplete(
        (value, failure) -> {
          if (failure != null) {
            result.completeExceptionally(RpcFailures.cause(failure));
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

  /** Continues after success or failure, and keeps the first outcome. */
  public static <T> CompletableFuture<T> andThen(
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
    return (value, failure) -> RpcFailures.complete(result, value, failure);
  }
}
