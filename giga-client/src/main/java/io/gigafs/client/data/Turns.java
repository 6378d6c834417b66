package io.gigafs.client.data;

import io.gigafs.rpc.CallDeadline;
import io.gigafs.rpc.Failures;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Has things done one after the other, each begun when the one before has ended, in the order in
 * which they came. Safe for use by several threads.
 *
 * <p>A turn is part of the call that its caller works on, with its deadline. Those before it were
 * begun earlier, so that a call which waits for its turn has it by its deadline.
 *
 * <p>What is only touched in turns needs no lock, and nobody holds one while a turn lasts.
 */
final class Turns {
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

  /** One turn. */
  private static final class Turn<T> {
    private final Turns turns;
    private final Supplier<CompletableFuture<T>> work;
    private final CallDeadline call = CallDeadline.current();
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private CompletableFuture<T> outcome = result;

    Turn(Turns turns, Supplier<CompletableFuture<T>> work) {
      this.turns = turns;
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
            turns.giveBack();
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
          (value, failure) ->
              call.run(
                  () -> {
                    if (failure == null) {
                      result.complete(value);
                    } else {
                      result.completeExceptionally(Failures.cause(failure));
                    }
                  }));
    }
  }
}
