package io.gigafs.server.operation;

import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;

/** Told of partitions that have grown, so that they split in time. */
@FunctionalInterface
public interface SplitTrigger {
  /** Starts a split once the turn is committed, if the partition wants one. */
  void afterGrowth(PartitionState partition, Turn turn);
}
