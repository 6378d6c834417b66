package io.gigafs.server.transaction;

import io.gigafs.server.lane.Lanes;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Phase;
import io.gigafs.server.lane.Turn;

/** The ways in which a partition stops being prepared or frozen. In turns of its lane. */
public final class Release {
  private Release() {}

  /** Lets the partition serve. */
  public static void thaw(PartitionState partition, Turn turn) {
    partition.setPhase(turn, Phase.ACTIVE);
    turn.afterCommit(partition::resumeParked);
  }

  /** Removes the partition, as its directory was removed at a time in ns since the epoch. */
  static void remove(Lanes lanes, PartitionState partition, Turn turn, long nanos) {
    partition.delete(turn);
    turn.afterCommit(() -> lanes.of(partition.slot()).partitions().remove(partition, nanos));
  }

  /** Removes the partition of a directory that never was. */
  static void drop(Lanes lanes, PartitionState partition, Turn turn) {
    partition.delete(turn);
    turn.afterCommit(() -> lanes.of(partition.slot()).partitions().drop(partition));
  }
}
