package io.gigafs.tablefs.engine.rocksdb;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits an action that is triggered by calls to once a second. The first second is excluded.
 * Thread-safe.
 */
final class OncePerSecond {
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final AtomicLong lastNanos = new AtomicLong(System.nanoTime());

  /** Whether the caller should perform the action now. */
  boolean isDue() {
    long now = System.nanoTime();
    long last = lastNanos.get();
    return now - last > INTERVAL_NANOS && lastNanos.compareAndSet(last, now);
  }
}
