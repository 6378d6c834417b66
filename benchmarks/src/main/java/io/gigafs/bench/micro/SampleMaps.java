package io.gigafs.bench.micro;

import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;

/** Maps of directories that have split evenly. */
final class SampleMaps {
  private SampleMaps() {}

  /** The map of the first so many partitions. */
  static PartitionMap of(int partitions) {
    PartitionMap map = PartitionMap.UNSPLIT;
    for (int index = 1; index < partitions; index++) {
      map = map.with(new PartitionIndex(index));
    }
    return map;
  }
}
