package io.gigafs.tablefs.engine;

import io.gigafs.tablefs.StoreException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * The one gate of an engine: admits calls and writes, counts the calls inside, remembers a failure,
 * and closes. Created by the engine at the bottom, and shared by the front above it.
 *
 * <p>Thread-safe. Invariants:
 *
 * <ol>
 *   <li>Nothing uses the engine's native objects unless it has entered and not yet left. {@link
 *       #shut} detects when the last call has left: using a closed native object crashes the
 *       process. Counters are striped, so that lanes do not contend. Entering increments the
 *       counter before it reads the state, and shutting sets the state before it reads the
 *       counters: one of the two sees the other.
 *   <li>Each write of rows that the front caches or stages holds the shared lock. {@link
 *       #exclusively} runs while no such write does; others may run. A flush of staged rows, about
 *       a millisecond once a second, delays writes of entries, too. Reads neither take nor await
 *       this lock.
 *   <li>After a failure no write is admitted until {@link #recovered}: the contents of the disk are
 *       unknown meanwhile. Reads are admitted.
 * </ol>
 *
 * <p>For calls, states change from OPEN to SHUT and back, from SHUT to REFUSING and then to OPEN,
 * and to CLOSED for good. One thread at a time changes them. A call that arrives in state SHUT
 * waits for OPEN for a limited time; in state REFUSING it fails at once.
 */
public final class EngineGate {
  private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  /** Longer than reopening a database takes, so that readers see a pause and no error. */
  private static final long ENTER_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private enum State {
    OPEN,
    SHUT,
    REFUSING,
    CLOSED
  }

  /** The result of {@link #enter}. */
  public enum Entry {
    /** The call is inside and must {@link #leave}. */
    IN,
    /** The call is not inside and may retry later. */
    REFUSED,
    /** The call is not inside, and never will be. */
    CLOSED
  }

  private final LongAdder entered = new LongAdder();
  private final LongAdder left = new LongAdder();
  private final ReadWriteLock writes = new ReentrantReadWriteLock();
  private volatile State state = State.OPEN;
  private volatile @Nullable StoreException failure;

  /** Admits a call, or says why not. */
  public Entry enter() {
    return tryEnter() ? Entry.IN : enterSlowly();
  }

  private boolean tryEnter() {
    entered.increment();
    if (state == State.OPEN) {
      return true;
    }
    left.increment();
    return false;
  }

  private Entry enterSlowly() {
    long deadline = System.nanoTime() + ENTER_TIMEOUT_NANOS;
    while (true) {
      State now = state;
      if (now == State.CLOSED) {
        return Entry.CLOSED;
      }
      if (now == State.OPEN && tryEnter()) {
        return Entry.IN;
      }
      if (now == State.REFUSING || System.nanoTime() - deadline > 0) {
        return Entry.REFUSED;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Ends an admitted call. */
  public void leave() {
    left.increment();
  }

  /** Admits no further calls and waits for those inside. Returns whether all left in time. */
  public boolean shut(long timeoutMillis) {
    state = State.SHUT;
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    while (!isEmpty()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    return true;
  }

  /** Admits calls again. */
  public void open() {
    state = State.OPEN;
  }

  /** Makes new calls fail at once. All calls have left. */
  public void refuse() {
    state = State.REFUSING;
  }

  /** Admits no calls any more. */
  public void close() {
    state = State.CLOSED;
  }

  public boolean isClosed() {
    return state == State.CLOSED;
  }

  /** Reads the leave counter first, so that no call inside is missed. */
  private boolean isEmpty() {
    long out = left.sum();
    return entered.sum() == out;
  }

  /** The shared lock that a write holds from its decision to its end. Reentrant. */
  public Lock writing() {
    return writes.readLock();
  }

  /** Runs an action while no write runs. A running write of the same thread must not call this. */
  public void exclusively(Runnable action) {
    writes.writeLock().lock();
    try {
      action.run();
    } finally {
      writes.writeLock().unlock();
    }
  }

  /** The lock that {@link #exclusively} holds. */
  public Lock exclusive() {
    return writes.writeLock();
  }

  /** Why no write is admitted, or null. */
  public @Nullable StoreException failure() {
    return failure;
  }

  /** Admits no writes until {@link #recovered}. */
  public void failed(StoreException cause) {
    failure = cause;
  }

  /** Admits writes again. */
  public void recovered() {
    failure = null;
  }

  /**
   * Fails if no write is admitted.
   *
   * @param name of the store, for the message
   */
  public void checkWritable(String name) {
    StoreException cause = failure;
    if (cause != null) {
      throw StoreException.known(
          cause.kind(),
          name + " accepts no changes until its disk accepts writes again: " + cause.getMessage(),
          cause);
    }
  }
}
