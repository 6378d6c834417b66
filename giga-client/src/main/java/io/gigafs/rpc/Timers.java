package io.gigafs.rpc;

/** Schedules tasks. Injected, so that tests control time. */
public interface Timers {
  /**
   * Runs the task once, not before the delay has passed, on a thread of the timers. The task must
   * not block.
   */
  Timer after(long delayMillis, Runnable task);

  /** A scheduled task. */
  interface Timer {
    /** Cancels the task if it has not started. */
    void cancel();
  }
}
