package io.gigafs.tablefs.engine.rocksdb;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Admits calls into native code until it is shut, and detects when the last one has left: using a
 * closed native object crashes the process.
 *
 * <p>Thread-safe. Counters are striped, so that lanes do not contend. Entering increments the
 * counter before it reads the state, and shutting sets the state before it reads the counters: one
 * of the two sees the other.
 *
 * <p>States change from OPEN to SHUT and back, from SHUT to REFUSING and then to OPEN, and to
 * CLOSED for good. One thread at a time changes them. A call that arrives in state SHUT waits for
 * OPEN for a limited time; in state REFUSING it fails at once.
 */
final class UseGate {
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
  enum Entry {
    /** The call is inside and must {@link #leave}. */
    IN,
    /** The call is not inside and may retry later. */
    REFUSED,
    /** The call is not inside, and never will be. */
    CLOSED
  }

  private final LongAdder entered = new LongAdder();
  private final LongAdder left = new LongAdder();
  private volatile State state = State.OPEN;

  Entry enter() {
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

  void leave() {
    left.increment();
  }

  /** Admits no further calls and waits for those inside. Returns whether all left in time. */
  boolean shut(long timeoutMillis) {
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
  void open() {
    state = State.OPEN;
  }

  /** Makes new calls fail at once. All calls have left. */
  void refuse() {
    state = State.REFUSING;
  }

  /** Admits no calls any more. */
  void close() {
    state = State.CLOSED;
  }

  /** Reads the leave counter first, so that no call inside is missed. */
  private boolean isEmpty() {
    long out = left.sum();
    return entered.sum() == out;
  }
}
