package io.gigafs.server.operation;

import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.PartitionState;

/** Told of partitions that have grown, so that they split in time. */
@FunctionalInterface
public interface SplitTrigger {
  /** Starts a split once the commit batch is committed, if the partition wants one. */
  void afterGrowth(PartitionState partition, CommitBatch commitBatch);
}
