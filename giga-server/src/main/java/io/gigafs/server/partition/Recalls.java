package io.gigafs.server.partition;

/** Sends recalls and waits for them. */
@FunctionalInterface
public interface Recalls {
  /**
   * Sends the recall, and runs the task on the lane once all leases are returned or have expired.
   * Called on the lane.
   */
  void whenDone(Recall recall, Lane lane, LaneTask then);
}
