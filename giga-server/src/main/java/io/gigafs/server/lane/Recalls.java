package io.gigafs.server.lane;

/** Where leases that are asked back are waited for. */
@FunctionalInterface
public interface Recalls {
  /**
   * Asks for them, and runs the task on the lane once they are back or have run out. Called in a
   * turn of the lane.
   */
  void whenDone(Recall recall, Lane lane, LaneTask then);
}
