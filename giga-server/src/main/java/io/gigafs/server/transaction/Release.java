package io.gigafs.server.transaction;

import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.Lanes;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Phase;

/** The ways in which a partition stops being prepared or frozen. On its lane. */
public final class Release {
  private Release() {}

  /** Lets the partition serve. */
  public static void thaw(PartitionState partition, CommitBatch commitBatch) {
    partition.setPhase(commitBatch, Phase.ACTIVE);
    commitBatch.afterCommit(partition::resumeParked);
  }

  /** Removes the partition, as its directory was removed at a time in ns since the epoch. */
  static void remove(Lanes lanes, PartitionState partition, CommitBatch commitBatch, long nanos) {
    partition.delete(commitBatch);
    commitBatch.afterCommit(() -> lanes.of(partition.slot()).partitions().remove(partition, nanos));
  }

  /** Removes the partition of a directory that never was. */
  static void drop(Lanes lanes, PartitionState partition, CommitBatch commitBatch) {
    partition.delete(commitBatch);
    commitBatch.afterCommit(() -> lanes.of(partition.slot()).partitions().drop(partition));
  }
}
