package io.gigafs.server.lane;

/** Something to do in a turn of a lane. */
@FunctionalInterface
public interface LaneTask {
  /**
   * Decides; what it writes goes into the turn's batch, what it says is sent after the commit. May
   * not block.
   */
  void run(Turn turn);

  /** How many requests it decides. */
  default int requests() {
    return 1;
  }
}
