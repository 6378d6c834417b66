package io.gigafs.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Partition maps of directories with random splits, reproducible by seed. */
final class RandomSplits {
  private static final int EVEN_THRESHOLD = 100;

  /** The standard deviation of the number of names that a split moves to the upper half. */
  private static final double EVEN_DEVIATION = 5;

  private RandomSplits() {}

  /** A map of a limited number of partitions, where any partition may split next. */
  static PartitionMap map(Random random, int partitions) {
    List<PartitionIndex> known = new ArrayList<>(List.of(PartitionIndex.ZEROTH));
    PartitionMap map = PartitionMap.UNSPLIT;
    for (int tries = 0; map.size() < partitions && tries < 4 * partitions; tries++) {
      Partition splitting = map.partition(known.get(random.nextInt(known.size())));
      if (splitting.canSplit()) {
        known.add(splitting.child().index());
        map = map.with(splitting.child().index());
      }
    }
    return map;
  }

  /**
   * A map of a directory with evenly distributed names, whose partitions split when they are full.
   * The threshold is low, so the depths vary more than in practice.
   */
  static PartitionMap evenMap(Random random, int partitions) {
    int[] entries = new int[1 << PartitionIndex.MAX_DEPTH];
    PartitionMap map = PartitionMap.UNSPLIT;
    while (map.size() < partitions) {
      PartitionIndex index = map.indexOf(random.nextLong());
      if (++entries[index.value()] > EVEN_THRESHOLD) {
        Partition splitting = map.partition(index);
        if (splitting.canSplit()) {
          int moving = EVEN_THRESHOLD / 2 + (int) (random.nextGaussian() * EVEN_DEVIATION);
          entries[splitting.child().index().value()] = moving;
          entries[index.value()] -= moving;
          map = map.with(splitting.child().index());
        }
      }
    }
    return map;
  }

  static PartitionMap fullTree(int levels) {
    PartitionMap map = PartitionMap.UNSPLIT;
    for (int index = 1; index < 1 << levels; index++) {
      map = map.with(new PartitionIndex(index));
    }
    return map;
  }
}
