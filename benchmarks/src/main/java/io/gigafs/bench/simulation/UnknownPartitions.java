package io.gigafs.bench.simulation;

import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import java.util.Arrays;

/**
 * The partitions that a client does not know. One is drawn with the probability that a name belongs
 * to it. Not thread-safe.
 */
final class UnknownPartitions {
  private static final int DEPTHS = PartitionIndex.MAX_DEPTH + 1;
  private static final int ABSENT = -1;

  private final IndexBag[] byDepth = new IndexBag[DEPTHS];

  /** The depth of each unknown partition. */
  private final byte[] depths = new byte[1 << PartitionIndex.MAX_DEPTH];

  UnknownPartitions() {
    for (int depth = 0; depth < DEPTHS; depth++) {
      byDepth[depth] = new IndexBag();
    }
    Arrays.fill(depths, (byte) ABSENT);
  }

  boolean contains(PartitionIndex index) {
    return depths[index.value()] != ABSENT;
  }

  /** Adds a partition, or updates its depth after a split. */
  void put(Partition partition) {
    remove(partition.index());
    depths[partition.index().value()] = (byte) partition.depth();
    byDepth[partition.depth()].add(partition.index().value());
  }

  void remove(PartitionIndex index) {
    if (contains(index)) {
      byDepth[depths[index.value()]].remove(index.value());
      depths[index.value()] = ABSENT;
    }
  }

  /** The share of all names that belongs to any of them. */
  double share() {
    double share = 0;
    for (int depth = 0; depth < DEPTHS; depth++) {
      share += Math.scalb((double) byDepth[depth].size(), -depth);
    }
    return share;
  }

  /** The hash of a random name that belongs to one of them. There must be one. */
  long drawHash(Draws draws) {
    double left = draws.fraction() * share();
    int depth = 0;
    for (int i = 0; i < DEPTHS && left >= 0; i++) {
      if (byDepth[i].size() > 0) {
        depth = i;
        left -= Math.scalb((double) byDepth[i].size(), -i);
      }
    }
    int index = byDepth[depth].get(draws.below(byDepth[depth].size()));
    return (draws.hash() << depth) | index;
  }
}
