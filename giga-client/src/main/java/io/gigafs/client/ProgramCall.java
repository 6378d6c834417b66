package io.gigafs.client;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.rpc.CallDeadline;
import io.gigafs.rpc.Failures;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a program asks for with one call and takes several operations, one after the other: all of
 * them have one deadline, that of the call.
 */
final class ProgramCall {
  /** Within so long after the deadline an operation says by itself which server it waits for. */
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private ProgramCall() {}

  /**
   * A call whose future is done by its deadline and a moment, whatever its parts wait for. They may
   * not use the caller's memory: they may go on after that.
   *
   * @param what is asked for, for the message
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
   * The same, for parts that fill the caller's memory: the future is done when they are, each of
   * which ends by the deadline.
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

  /** That of the call which the current thread works on; else one that begins now. */
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

  /** What the program does next is no part of the call. */
  private static <T> void tell(
      CompletableFuture<T> result, @Nullable T value, @Nullable Throwable failure) {
    CallDeadline.NONE.run(() -> Failures.complete(result, value, failure));
  }

  private static void fail(Core core, CompletableFuture<?> result, GigaException failure) {
    core.limit().complete(() -> result.completeExceptionally(failure));
  }

  private static GigaException timedOut(Core core, String what) {
    return ErrorCode.ETIMEDOUT.exception(
        what + ": not done within " + Operation.text(core.settings().timeout()));
  }
}
