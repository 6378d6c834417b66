package io.gigafs.tablefs.engine.rocksdb;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lets something be done at most once a second, not in the first one, on the back of calls. Safe
 * for use by several threads.
 */
final class OncePerSecond {
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final AtomicLong lastNanos = new AtomicLong(System.nanoTime());

  /** Whether the caller is to do it now. */
  boolean isDue() {
    long now = System.nanoTime();
    long last = lastNanos.get();
    return now - last > INTERVAL_NANOS && lastNanos.compareAndSet(last, now);
  }
}
