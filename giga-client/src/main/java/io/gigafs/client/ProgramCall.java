package io.gigafs.client;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.rpc.CallDeadline;
import io.gigafs.rpc.RpcFailures;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A program's call that takes several operations, one after the other: all of them share the call's
 * deadline.
 */
final class ProgramCall {
  /** Within this time after the deadline the operation itself reports which server it waits for. */
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private ProgramCall() {}

  /**
   * A call whose future completes shortly after its deadline, whatever its parts wait for. The
   * parts must not use the caller's memory, because they may continue after that.
   *
   * @param what the call, for the message
   */
  static <T> CompletableFuture<T> of(
      Core core, Supplier<String> what, Supplier<CompletableFuture<T>> parts) {
    CallDeadline call = deadline(core);
    CompletableFuture<T> future = call.within(parts);
    if (future.isDone()) {
      return future;
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    Deadlines.Wait wait =
        core.deadlines()
            .once(call.nanos() + GRACE_NANOS, () -> fail(core, result, timedOut(core, what.get())));
    future.whenComplete(
        (value, failure) -> {
          if (wait.end()) {
            tell(result, value, failure);
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
  static <T> CompletableFuture<T> filling(Core core, Supplier<CompletableFuture<T>> parts) {
    CompletableFuture<T> future = deadline(core).within(parts);
    if (future.isDone()) {
      return future;
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    future.whenComplete((value, failure) -> tell(result, value, failure));
    return result;
  }

  /** The deadline of the current thread's call; else a new one. */
  private static CallDeadline deadline(Core core) {
    CallDeadline outer = CallDeadline.current();
    return outer.isNone() ? begin(core) : outer;
  }

  static CallDeadline begin(Core core) {
    return begin(core, core.settings().timeout());
  }

  static CallDeadline begin(Core core, Duration time) {
    return new CallDeadline(core.clock().nanos() + time.toNanos());
  }

  /** Callbacks of the program do not belong to the call. */
  private static <T> void tell(
      CompletableFuture<T> result, @Nullable T value, @Nullable Throwable failure) {
    CallDeadline.NONE.run(() -> RpcFailures.complete(result, value, failure));
  }

  private static void fail(Core core, CompletableFuture<?> result, GigaException failure) {
    core.limit().complete(() -> result.completeExceptionally(failure));
  }

  private static GigaException timedOut(Core core, String what) {
    return ErrorCode.ETIMEDOUT.exception(
        what + ": not done within " + ClientOperation.text(core.settings().timeout()));
  }
}
