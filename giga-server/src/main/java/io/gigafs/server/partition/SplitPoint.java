package io.gigafs.server.partition;

import io.gigafs.tablefs.PartitionKey;

/**
 * The maximum number of entries of a partition, above which it splits.
 *
 * <p>Hashes spread names evenly, so all partitions of a growing directory reach the threshold at
 * the same time. If they all split then, the operations of half a second would wait. So each
 * partition has its own split point, up to a quarter below the threshold.
 */
public final class SplitPoint {
  /** A split of fewer entries is too short to be worth spreading. */
  private static final int MIN_THRESHOLD = 1_000;

  private static final int PART = 4;

  /** The golden ratio of 2^64: its multiples are evenly distributed. */
  private static final long STEP = 0x9e3779b97f4a7c15L;

  private SplitPoint() {}

  /** The partition's split point for the cluster's threshold. */
  public static int of(int threshold, PartitionKey key) {
    if (threshold < MIN_THRESHOLD) {
      return threshold;
    }
    long place = ((key.directory() + key.index()) * STEP) >>> Integer.SIZE;
    return threshold - (int) ((place * (threshold / PART)) >>> Integer.SIZE);
  }
}
