package io.gigafs.server.lane;

import io.gigafs.tablefs.PartitionKey;

/**
 * How many entries a partition holds at most before it splits.
 *
 * <p>Names are spread evenly by their hashes, so all partitions of a directory that grows come to
 * the threshold at the same time. Were they all to split then, the operations of half a second
 * would wait for them. So each partition has a point of its own, up to a quarter below the
 * threshold.
 */
public final class SplitPoint {
  /** A split of fewer entries takes no time that would be worth spreading. */
  private static final int MIN_THRESHOLD = 1_000;

  private static final int PART = 4;

  /** The golden ratio of 2^64: multiples of it lie evenly, however many there are. */
  private static final long STEP = 0x9e3779b97f4a7c15L;

  private SplitPoint() {}

  /** The most entries that a partition has before it splits, by the cluster's threshold. */
  public static int of(int threshold, PartitionKey key) {
    if (threshold < MIN_THRESHOLD) {
      return threshold;
    }
    long place = ((key.directory() + key.index()) * STEP) >>> Integer.SIZE;
    return threshold - (int) ((place * (threshold / PART)) >>> Integer.SIZE);
  }
}
