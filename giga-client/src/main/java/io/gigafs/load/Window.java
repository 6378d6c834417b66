package io.gigafs.load;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Limits the outstanding requests of one thread. {@link #enter} and {@link #drain} are for the
 * thread that created the window, {@link #leave} for any.
 *
 * <p>A full window is refilled once a quarter of it is free, so that with many outstanding requests
 * the thread is woken once for many answers.
 */
final class Window {
  private final Thread owner = Thread.currentThread();
  private final int size;
  private final AtomicInteger inFlight = new AtomicInteger();

  /** The number of requests at which the owner is woken. */
  private volatile int wakeAt = -1;

  Window(int size) {
    this.size = size;
  }

  /** Waits for room; called before a request. */
  void enter() {
    if (inFlight.get() >= size) {
      await(size - Math.max(1, size / 4));
    }
    inFlight.incrementAndGet();
  }

  /** Called after an answer. */
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
