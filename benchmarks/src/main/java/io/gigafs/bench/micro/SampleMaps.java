package io.gigafs.bench.micro;

import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;

/** Maps of evenly split directories. */
final class SampleMaps {
  private SampleMaps() {}

  /** The map of the first partitions, of the given number. */
  static PartitionMap of(int partitions) {
    PartitionMap map = PartitionMap.UNSPLIT;
    for (int index = 1; index < partitions; index++) {
      map = map.with(new PartitionIndex(index));
    }
    return map;
  }
}
