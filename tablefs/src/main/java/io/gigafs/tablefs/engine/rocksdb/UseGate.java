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
 */
final class UseGate {
  private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private final LongAdder entered = new LongAdder();
  private final LongAdder left = new LongAdder();
  private volatile boolean shut;

  /** Whether the caller is in; if so it must {@link #leave}. */
  boolean enter() {
    entered.increment();
    if (shut) {
      left.increment();
      return false;
    }
    return true;
  }

  void leave() {
    left.increment();
  }

  /** Lets no one in any more and waits; returns whether all were out in time. */
  boolean shut(long timeoutMillis) {
    shut = true;
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    while (!isEmpty()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    return true;
  }

  /** Reads who left first: then no one who is in can be missed. */
  private boolean isEmpty() {
    long out = left.sum();
    return entered.sum() == out;
  }
}
