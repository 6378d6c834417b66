package io.gigafs.client.data;

import io.gigafs.concurrent.CallDeadline;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks one after the other, in the order of their submission. A task begins when the future
 * of the one before has completed. Safe for use by several threads.
 *
 * <p>A task belongs to the call of its submitter and has that call's deadline. The tasks before it
 * may take longer: a task that flushes data or releases something has its own time limit.
 *
 * <p>State that only tasks access needs no lock. No lock is held while a task runs.
 */
final class SerialExecutor {
  /** Guarded by this. */
  private final Queue<Turn<?>> waiting = new ArrayDeque<>();

  /** Guarded by this. */
  private boolean taken;

  private volatile boolean idle = true;

  /** Whether no task runs or waits. */
  boolean isIdle() {
    return idle;
  }

  /** Acquires the executor if it is idle; the caller then has to {@link #giveBack} it. */
  synchronized boolean tryTake() {
    if (taken) {
      return false;
    }
    taken = true;
    idle = false;
    return true;
  }

  /** Releases the executor, and starts the next task. */
  void giveBack() {
    for (Turn<?> next = next(); next != null && next.endsAtOnce(); next = next()) {
      next.complete();
    }
  }

  private synchronized @Nullable Turn<?> next() {
    Turn<?> next = waiting.poll();
    if (next == null) {
      taken = false;
      idle = true;
    }
    return next;
  }

  /** Runs a task, which lasts until its future completes. */
  <T> CompletableFuture<T> take(Supplier<CompletableFuture<T>> work) {
    Turn<T> turn = new Turn<>(this, work);
    boolean begins;
    synchronized (this) {
      waiting.add(turn);
      begins = !taken;
      taken = true;
      idle = false;
    }
    if (begins) {
      giveBack();
    }
    return turn.result;
  }

  /** The same for a task that must not start after the deadline of its call. */
  <T> CompletableFuture<T> takeInTime(Alarms alarms, Supplier<CompletableFuture<T>> work) {
    CallDeadline call = CallDeadline.current();
    AtomicBoolean isDecided = new AtomicBoolean();
    CompletableFuture<T> turn =
        take(
            () ->
                isDecided.compareAndSet(false, true)
                    ? work.get()
                    : CompletableFuture.failedFuture(tooLate()));
    if (isDecided.get() || call.isNone()) {
      return turn;
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    Runnable end =
        alarms.at(
            call.nanos(),
            () -> {
              if (isDecided.compareAndSet(false, true)) {
                result.completeExceptionally(tooLate());
              }
            });
    turn.whenComplete(
        (value, failure) -> {
          end.run();
          Futures.complete(result, value, failure);
        });
    return result;
  }

  private static GigaException tooLate() {
    return ErrorCode.ETIMEDOUT.exception("other calls on the file take longer than the timeout");
  }

  /** A queued task. */
  private static final class Turn<T> {
    private final SerialExecutor serialExecutor;
    private final Supplier<CompletableFuture<T>> work;
    private final CallDeadline call = CallDeadline.current();
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private CompletableFuture<T> outcome = result;

    Turn(SerialExecutor serialExecutor, Supplier<CompletableFuture<T>> work) {
      this.serialExecutor = serialExecutor;
      this.work = work;
    }

    /** Starts the task. If it does not complete at once, it starts the next task itself later. */
    boolean endsAtOnce() {
      outcome = begin();
      if (outcome.isDone()) {
        return true;
      }
      outcome.whenComplete(
          (value, failure) -> {
            serialExecutor.giveBack();
            complete();
          });
      return false;
    }

    private CompletableFuture<T> begin() {
      try {
        return call.within(work);
      } catch (RuntimeException | Error e) {
        return CompletableFuture.failedFuture(e);
      }
    }

    void complete() {
      outcome.whenComplete(
          (value, failure) -> call.run(() -> Futures.complete(result, value, failure)));
    }
  }
}
