package io.gigafs.client.data;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.rpc.CallDeadline;
import io.gigafs.rpc.Failures;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Has things done one after the other, each begun when the one before has ended, in the order in
 * which they came. Safe for use by several threads.
 *
 * <p>A turn is part of the call that its caller works on, with its deadline. Those before it may
 * take longer: what brings data, or gives something back, has time of its own.
 *
 * <p>What is only touched in turns needs no lock, and nobody holds one while a turn lasts.
 */
final class SerialExecutor {
  /** Guarded by this. */
  private final Queue<Turn<?>> waiting = new ArrayDeque<>();

  /** Guarded by this. */
  private boolean taken;

  private volatile boolean idle = true;

  /** Whether nobody has a turn or waits for one. */
  boolean isIdle() {
    return idle;
  }

  /** Takes a turn if nobody has one; whoever gets it has to {@link #giveBack} it. */
  synchronized boolean tryTake() {
    if (taken) {
      return false;
    }
    taken = true;
    idle = false;
    return true;
  }

  /** Ends the turn that one has, and begins the next. */
  void giveBack() {
    for (Turn<?> next = next(); next != null && next.endsAtOnce(); next = next()) {
      next.tell();
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

  /** Does something in a turn, which lasts until its future is done. */
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

  /** The same, but for what is not to begin any more once the deadline of its call is past. */
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
          Failures.complete(result, value, failure);
        });
    return result;
  }

  private static GigaException tooLate() {
    return ErrorCode.ETIMEDOUT.exception("other calls on the file take longer than the timeout");
  }

  /** One turn. */
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

    /** Begins; if it does not end at once, it goes on to the next by itself. */
    boolean endsAtOnce() {
      outcome = begin();
      if (outcome.isDone()) {
        return true;
      }
      outcome.whenComplete(
          (value, failure) -> {
            serialExecutor.giveBack();
            tell();
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

    void tell() {
      outcome.whenComplete(
          (value, failure) -> call.run(() -> Failures.complete(result, value, failure)));
    }
  }
}
