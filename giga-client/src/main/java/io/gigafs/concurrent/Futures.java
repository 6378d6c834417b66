package io.gigafs.concurrent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waits for futures, combines them, and finds why they failed. */
public final class Futures {
  /** A completed future. */
  public static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

  private Futures() {}

  /** The failure itself, without the wrappers that futures add. */
  public static Throwable cause(Throwable failure) {
    return cause(failure, other -> false);
  }

  /**
   * The failure itself, without the wrappers that futures add.
   *
   * @param wraps which other exceptions only carry their cause
   */
  public static Throwable cause(Throwable failure, Predicate<Throwable> wraps) {
    Throwable found = failure;
    for (Throwable next = found.getCause(); next != null; next = found.getCause()) {
      if (!(found instanceof CompletionException
          || found instanceof ExecutionException
          || wraps.test(found))) {
        break;
      }
      found = next;
    }
    return found;
  }

  /** The failure itself, without the wrappers that futures and streams add. */
  public static Throwable ioCause(Throwable failure) {
    return cause(failure, UncheckedIOException.class::isInstance);
  }

  /**
   * Waits for a result. An interrupt does not end the wait.
   *
   * @throws IOException the failure itself, if it is one
   * @throws CompletionException any other failure
   */
  public static <T> T await(CompletableFuture<T> future) throws IOException {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (ioCause(e) instanceof IOException failure) {
        throw failure;
      }
      throw e;
    }
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

  /** Completes when all have; fails if one fails. */
  public static CompletableFuture<Void> allOf(Collection<? extends CompletableFuture<?>> futures) {
    return CompletableFuture.allOf(futures.toArray(CompletableFuture<?>[]::new));
  }

  /** The results of all, in their order; fails if one fails. */
  public static <T> CompletableFuture<List<T>> results(List<CompletableFuture<T>> futures) {
    return allOf(futures)
        .thenApply(
            done -> {
              List<T> results = new ArrayList<>();
              futures.forEach(future -> results.add(future.join()));
              return results;
            });
  }

  /**
   * A future that completes with another one, possibly shared. What follows belongs to the call of
   * the current thread.
   */
  public static <T> CompletableFuture<T> inCall(CompletableFuture<T> future) {
    return CallDeadline.current().resuming(future);
  }

  /**
   * Continues after a success, in the call of the current thread. The result fails with the failure
   * itself, never wrapped.
   */
  public static <T, U> CompletableFuture<U> then(
      CompletableFuture<T> first, Function<? super T, CompletableFuture<U>> next) {
    CompletableFuture<U> result = new CompletableFuture<>();
    CallDeadline call = CallDeadline.current();
    first.whenComplete(
        (value, failure) -> {
          if (failure != null) {
            result.completeExceptionally(cause(failure));
            return;
          }
          try {
            call.within(() -> next.apply(value))
                .whenComplete((last, lastFailure) -> complete(result, last, lastFailure));
          } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
          }
        });
    return result;
  }

  /**
   * Continues after success or failure, in the call of the current thread, and completes with the
   * first outcome. The result fails with the failure itself, never wrapped.
   */
  public static <T> CompletableFuture<T> andThen(
      CompletableFuture<T> first, Function<@Nullable Throwable, CompletableFuture<?>> last) {
    CompletableFuture<T> result = new CompletableFuture<>();
    CallDeadline call = CallDeadline.current();
    first.whenComplete(
        (value, failure) ->
            call.within(() -> last.apply(failure))
                .whenComplete((done, lastFailure) -> complete(result, value, failure)));
    return result;
  }

  /** Continues after a failure. An exception that the continuation throws replaces it. */
  public static <T> CompletableFuture<T> onFailure(
      CompletableFuture<T> future, Function<Throwable, CompletableFuture<T>> then) {
    return future.exceptionallyCompose(failure -> then.apply(cause(failure)));
  }

  /** Runs an action after success or failure. A failure of either fails the result. */
  public static <T> CompletableFuture<T> andFinally(
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
