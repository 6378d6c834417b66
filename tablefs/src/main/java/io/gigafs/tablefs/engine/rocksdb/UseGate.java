package io.gigafs.tablefs.engine.rocksdb;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets calls into native code through until it is shut, and knows when the last one is out: a
 * native object that is used after it is closed takes the process down.
 *
 * <p>Counts in stripes, so that lanes do not contend. Entering counts before it looks whether the
 * gate is shut, shutting marks it shut before it counts: one of the two sees the other.
 *
 * <p>Moves from OPEN to SHUT and back, from SHUT to REFUSING and from there to OPEN, and to CLOSED
 * for ever, when one thread at a time says so. Who comes while it is SHUT waits a while for it to
 * open; who comes while it is REFUSING does not.
 */
final class UseGate {
  private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  /** Longer than it takes to open a database again: readers are to see a pause, not an error. */
  private static final long ENTER_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private enum State {
    OPEN,
    SHUT,
    REFUSING,
    CLOSED
  }

  /** What became of a call that came to the gate. */
  enum Entry {
    /** It is in and must {@link #leave}. */
    IN,
    /** It is not in, and may come again later. */
    REFUSED,
    /** It is not in, and never will be. */
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

  /** Lets no one in any more and waits; returns whether all were out in time. */
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

  /** Lets calls in again. */
  void open() {
    state = State.OPEN;
  }

  /** Sends away who comes, now that all are out. */
  void refuse() {
    state = State.REFUSING;
  }

  /** Lets no one in for ever. */
  void close() {
    state = State.CLOSED;
  }

  /** Reads who left first: then no one who is in can be missed. */
  private boolean isEmpty() {
    long out = left.sum();
    return entered.sum() == out;
  }
}
