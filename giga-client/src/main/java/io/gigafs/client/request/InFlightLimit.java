package io.gigafs.client.request;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Delays callers while too many operations are in flight. Safe for use by several threads.
 *
 * <p>Only callers wait, never the threads that complete operations. An operation that is started
 * from the completion of another proceeds at once, over the limit if necessary; later callers then
 * wait longer.
 */
public final class InFlightLimit {
  private final int maxInFlight;
  private final Permits permits;
  private final ThreadLocal<Boolean> completing = ThreadLocal.withInitial(() -> false);

  public InFlightLimit(int maxInFlight) {
    this.maxInFlight = maxInFlight;
    permits = new Permits(maxInFlight);
  }

  /** The number of operations in flight, which may be over the limit. */
  int inFlight() {
    return maxInFlight - permits.availablePermits();
  }

  /**
   * Starts an operation; waits for a permit, up to the given time.
   *
   * @return whether it is counted; false if the time is over
   */
  boolean enter(long mostNanos) {
    if (permits.tryAcquire()) {
      return true;
    }
    if (completing.get()) {
      permits.borrow();
      return true;
    }
    return acquire(mostNanos);
  }

  private boolean acquire(long mostNanos) {
    long begin = System.nanoTime();
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return permits.tryAcquire(mostNanos - (System.nanoTime() - begin), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Ends an operation. */
  void leave() {
    permits.release();
  }

  /** Runs the completion of an operation, whose callbacks may start others. */
  public void complete(Runnable completion) {
    boolean outer = completing.get();
    completing.set(true);
    try {
      completion.run();
    } finally {
      completing.set(outer);
    }
  }

  /** A semaphore whose permits may become negative. */
  private static final class Permits extends Semaphore {
    private static final long serialVersionUID = 1L;

    Permits(int permits) {
      super(permits);
    }

    void borrow() {
      reducePermits(1);
    }
  }
}
