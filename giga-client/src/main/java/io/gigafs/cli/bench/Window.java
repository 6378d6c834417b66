package io.gigafs.cli.bench;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * How many requests one thread may have under way. {@link #enter} and {@link #drain} are for the
 * thread that made the window, {@link #leave} for any.
 *
 * <p>A full window is refilled once a quarter of it is free, so that with many requests under way
 * the thread is woken once for many answers and not for each.
 */
final class Window {
  private final Thread owner = Thread.currentThread();
  private final int size;
  private final AtomicInteger inFlight = new AtomicInteger();

  /** The owner is woken when the number of requests comes down to this. */
  private volatile int wakeAt = -1;

  Window(int size) {
    this.size = size;
  }

  /** Before a request: waits for room. */
  void enter() {
    if (inFlight.get() >= size) {
      await(size - Math.max(1, size / 4));
    }
    inFlight.incrementAndGet();
  }

  /** After an answer. */
  void leave() {
    if (inFlight.decrementAndGet() == wakeAt) {
      LockSupport.unpark(owner);
    }
  }

  /** Waits for all answers. */
  void drain() {
    await(0);
  }

  private void await(int target) {
    wakeAt = target;
    while (inFlight.get() > target) {
      LockSupport.park(this);
    }
    wakeAt = -1;
  }
}
