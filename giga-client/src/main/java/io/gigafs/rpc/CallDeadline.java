package io.gigafs.rpc;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * When a call of a program has to end, with all that is begun for it. Immutable.
 *
 * <p>A call may take several operations, one after the other and on several threads. Its deadline
 * goes with the thread that works on it: what is begun there inherits it, and what goes on
 * elsewhere takes it along by {@link #within}. A thread that works on no call has {@link #NONE}.
 */
public final class CallDeadline {
  /** Whatever is begun has a deadline of its own. */
  public static final CallDeadline NONE = new CallDeadline(0);

  private static final ThreadLocal<CallDeadline> CURRENT = ThreadLocal.withInitial(() -> NONE);

  private final long nanos;

  /**
   * @param nanos by the clock of the client that is called
   */
  public CallDeadline(long nanos) {
    this.nanos = nanos;
  }

  /** The deadline of the call that the current thread works on. */
  public static CallDeadline current() {
    return CURRENT.get();
  }

  /** By the clock of the client that is called; not to be asked of {@link #NONE}. */
  public long nanos() {
    return nanos;
  }

  public boolean isNone() {
    return this == NONE;
  }

  /** Has the current thread work on this call until it is given another. */
  public void enter() {
    CURRENT.set(this);
  }

  /** Does something for this call. */
  public <T> T within(Supplier<T> work) {
    CallDeadline outer = current();
    if (outer == this) {
      return work.get();
    }
    enter();
    try {
      return work.get();
    } finally {
      outer.enter();
    }
  }

  /**
   * Does something that is no part of the call which the current thread works on, and that has all
   * the time of its own: what becomes of others' data, or gives something back, may not depend on
   * how much time is left to the caller that begins it. What follows is part of the call again.
   */
  public static <T> CompletableFuture<T> apart(Supplier<CompletableFuture<T>> work) {
    return current().resuming(NONE.within(work));
  }

  /** A future that ends with another, whatever thread ends that; what follows is part of this. */
  public <T> CompletableFuture<T> resuming(CompletableFuture<T> future) {
    if (future.isDone()) {
      return future;
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    future.whenComplete((value, failure) -> run(() -> Failures.complete(result, value, failure)));
    return result;
  }

  /** Does something for this call. */
  public void run(Runnable work) {
    CallDeadline outer = current();
    if (outer == this) {
      work.run();
      return;
    }
    enter();
    try {
      work.run();
    } finally {
      outer.enter();
    }
  }
}
