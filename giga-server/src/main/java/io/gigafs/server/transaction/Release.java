package io.gigafs.server.transaction;

import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lanes;
import io.gigafs.server.partition.PartitionPhase;
import io.gigafs.server.partition.PartitionState;

/** Ends the prepared or frozen phase of a partition. Used on its lane. */
public final class Release {
  private Release() {}

  /** Makes the partition serve. */
  public static void thaw(PartitionState partition, CommitBatch commitBatch) {
    partition.setPhase(commitBatch, PartitionPhase.ACTIVE);
    commitBatch.afterCommit(partition::resumeParked);
  }

  /** Deletes the partition of a removed directory; the time of removal is in ns since the epoch. */
  static void remove(Lanes lanes, PartitionState partition, CommitBatch commitBatch, long nanos) {
    partition.delete(commitBatch);
    commitBatch.afterCommit(() -> lanes.of(partition.slot()).partitions().remove(partition, nanos));
  }

  /** Deletes the partition of a directory that was never created. */
  static void drop(Lanes lanes, PartitionState partition, CommitBatch commitBatch) {
    partition.delete(commitBatch);
    commitBatch.afterCommit(() -> lanes.of(partition.slot()).partitions().drop(partition));
  }
}
