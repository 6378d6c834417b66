package io.gigafs.client.data;

/** Tasks that are run when their time comes. Safe for use by several threads. */
@FunctionalInterface
public interface Alarms {
  /**
   * Sets an alarm.
   *
   * @param nanos by the clock of the client
   * @return takes the alarm back, if its task was not run
   */
  Runnable at(long nanos, Runnable task);
}
