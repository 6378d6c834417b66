package io.gigafs.client.request;

import io.gigafs.client.OpenFile;
import io.gigafs.concurrent.CallDeadline;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A program's call that takes several operations, one after the other: all of them share the call's
 * deadline.
 */
public final class ProgramCall {
  /** Within this time after the deadline the operation itself reports which server it waits for. */
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private ProgramCall() {}

  /**
   * A call whose future completes shortly after its deadline, whatever its parts wait for. The
   * parts must not use the caller's memory, because they may continue after that.
   *
   * @param what the call, for the message
   */
  public static <T> CompletableFuture<T> of(
      RequestContext context, Supplier<String> what, Supplier<CompletableFuture<T>> parts) {
    CallDeadline call = deadline(context);
    CompletableFuture<T> future = call.within(parts);
    if (future.isDone()) {
      return future;
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    Deadlines.Wait wait =
        context
            .deadlines()
            .once(
                call.nanos() + GRACE_NANOS,
                () -> fail(context, result, timedOut(context, what.get())));
    future.whenComplete(
        (value, failure) -> {
          if (wait.end()) {
            complete(result, value, failure);
          } else if (value instanceof OpenFile late) {
            CompletableFuture<Void> closed = late.closeAsync();
            closed.exceptionally(notClosed -> null);
          }
        });
    return result;
  }

  /**
   * The same for parts that fill the caller's memory: the future completes when they have ended,
   * each by the deadline.
   */
  public static <T> CompletableFuture<T> filling(
      RequestContext context, Supplier<CompletableFuture<T>> parts) {
    CompletableFuture<T> future = deadline(context).within(parts);
    if (future.isDone()) {
      return future;
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    future.whenComplete((value, failure) -> complete(result, value, failure));
    return result;
  }

  /** The deadline of the current thread's call; else a new one. */
  private static CallDeadline deadline(RequestContext context) {
    CallDeadline outer = CallDeadline.current();
    return outer.isNone() ? begin(context) : outer;
  }

  public static CallDeadline begin(RequestContext context) {
    return begin(context, context.settings().timeout());
  }

  public static CallDeadline begin(RequestContext context, Duration time) {
    return new CallDeadline(context.clock().nanos() + time.toNanos());
  }

  /** Callbacks of the program do not belong to the call. */
  private static <T> void complete(
      CompletableFuture<T> result, @Nullable T value, @Nullable Throwable failure) {
    CallDeadline.NONE.run(() -> Futures.complete(result, value, failure));
  }

  private static void fail(
      RequestContext context, CompletableFuture<?> result, GigaException failure) {
    context.limit().complete(() -> result.completeExceptionally(failure));
  }

  private static GigaException timedOut(RequestContext context, String what) {
    return ErrorCode.ETIMEDOUT.exception(
        what + ": not done within " + ClientOperation.text(context.settings().timeout()));
  }
}
