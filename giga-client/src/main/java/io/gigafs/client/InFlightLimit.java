package io.gigafs.client;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Holds callers back while too many operations are under way. Safe for use by several threads.
 *
 * <p>Only callers wait, never the threads that complete operations: an operation that is begun from
 * within the completion of another goes ahead, over the limit if need be, and those who wait pay
 * for it.
 */
final class InFlightLimit {
  private final Permits permits;
  private final ThreadLocal<Boolean> completing = ThreadLocal.withInitial(() -> false);

  InFlightLimit(int maxInFlight) {
    permits = new Permits(maxInFlight);
  }

  /**
   * Begins an operation; waits for its turn, for so long at most.
   *
   * @return whether it is counted; if not, its time is over
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

  /** Runs what completes an operation, whose callbacks may begin others. */
  void complete(Runnable completion) {
    boolean outer = completing.get();
    completing.set(true);
    try {
      completion.run();
    } finally {
      completing.set(outer);
    }
  }

  /** A semaphore that can owe. */
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
