package io.gigafs.client.bulk;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.BulkRequest;

/** The kind of entries that a {@link BulkCreate} creates. */
public interface BulkWork {
  /**
   * The request that creates some of the entries in a partition.
   *
   * @param confirmed as in a sequence
   * @param numbers of the mutations, ascending
   * @param places indices of the names, as many as numbers
   */
  BulkRequest request(
      InodeId directory,
      PartitionIndex partition,
      Caller caller,
      long confirmed,
      long[] numbers,
      int[] places);

  /** Whether it flushes changes that were already made, and so precedes all other requests. */
  default boolean reportsWhatWasMade() {
    return false;
  }

  /**
   * A request was answered.
   *
   * @param places indices of its names
   * @param sentNanos when it was sent
   */
  default void answered(
      PartitionIndex partition, int[] places, BulkCreateResult result, long sentNanos) {}

  /** The maximum size of a request. */
  default BulkGroups.Limit limit() {
    return BulkGroups.NAMES;
  }
}
