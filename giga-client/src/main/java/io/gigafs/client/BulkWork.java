package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.BulkCreateResult;
import io.gigafs.protocol.BulkRequest;
import io.gigafs.protocol.Caller;

/** What is to be made under the names of a {@link BulkCreate}. */
interface BulkWork {
  /**
   * The request that makes some of it in a partition.
   *
   * @param confirmed as in a sequence
   * @param numbers of the mutations, ascending
   * @param places which of the names, as many as numbers
   */
  BulkRequest request(
      InodeId directory,
      PartitionIndex partition,
      Caller caller,
      long confirmed,
      long[] numbers,
      int[] places);

  /** Whether it tells of what was made already, and so comes before all else. */
  default boolean tellsWhatWasMade() {
    return false;
  }

  /**
   * A request was answered.
   *
   * @param places which of the names it was about
   * @param sentNanos when it was sent
   */
  default void answered(
      PartitionIndex partition, int[] places, BulkCreateResult result, long sentNanos) {}

  /** What a request may hold. */
  default BulkGroups.Limit limit() {
    return BulkGroups.NAMES;
  }
}
