package io.gigafs.client.data;

/** Schedules one-shot timers. Safe for use by several threads. */
@FunctionalInterface
public interface Alarms {
  /**
   * Schedules a task.
   *
   * @param nanos when to run it, by the client's clock
   * @return cancels the timer if its task has not run
   */
  Runnable at(long nanos, Runnable task);
}
