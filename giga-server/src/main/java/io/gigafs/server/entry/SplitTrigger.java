package io.gigafs.server.entry;

import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;

/** Notified when partitions have grown, so that they split in time. */
@FunctionalInterface
public interface SplitTrigger {
  /** Starts a split after the commit of the batch, if the partition is due for one. */
  void afterGrowth(PartitionState partition, CommitBatch commitBatch);
}
