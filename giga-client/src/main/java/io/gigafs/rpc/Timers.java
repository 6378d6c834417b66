package io.gigafs.rpc;

/** Runs things later; handed in, so that tests own it. */
public interface Timers {
  /**
   * Runs the task once, no sooner than after the delay, on a thread of the timers' that the task
   * may not block.
   */
  Timer after(long delayMillis, Runnable task);

  /** A task that waits for its time. */
  interface Timer {
    /** Stops the task if it has not begun. */
    void cancel();
  }
}
