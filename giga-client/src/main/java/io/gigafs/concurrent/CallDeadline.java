package io.gigafs.concurrent;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The deadline of an application's call, which bounds all operations that the call starts.
 * Immutable.
 *
 * <p>A call may consist of several operations, in sequence and on several threads. The deadline is
 * bound to the thread that works on the call: operations started there inherit it, and
 * continuations on other threads restore it by {@link #within}. A thread that works on no call has
 * {@link #NONE}.
 */
public final class CallDeadline {
  /** No deadline of a call: each operation has its own. */
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

  /** The deadline by the clock of the client that is called. Not defined for {@link #NONE}. */
  public long nanos() {
    return nanos;
  }

  public boolean isNone() {
    return this == NONE;
  }

  /** Binds this deadline to the current thread until another is bound. */
  public void enter() {
    CURRENT.set(this);
  }

  /** Runs work under this deadline. */
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
   * Runs work that does not belong to the current call and is not bound by its deadline. Work on
   * the data of others, and the release of resources, must not depend on how much time the caller
   * that starts it has left. Continuations of the returned future belong to the call again.
   */
  public static <T> CompletableFuture<T> apart(Supplier<CompletableFuture<T>> work) {
    return current().resuming(NONE.within(work));
  }

  /**
   * A future that completes with another, and whose continuations run under this deadline on
   * whichever thread completes it.
   */
  public <T> CompletableFuture<T> resuming(CompletableFuture<T> future) {
    if (future.isDone()) {
      return future;
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    future.whenComplete((value, failure) -> run(() -> Futures.complete(result, value, failure)));
    return result;
  }

  /** Runs work under this deadline. */
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
