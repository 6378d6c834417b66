package io.gigafs.bench.mknod;

import io.gigafs.index.Name;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import java.util.HashMap;
import java.util.Map;

/**
 * The partitions of a directory as its entries are made, had each split been done at once; where an
 * object is put follows from its name's. Safe for use by several threads.
 */
final class Partitions {
  private final int threshold;
  private final Map<PartitionIndex, Integer> entries = new HashMap<>();
  private PartitionMap map = PartitionMap.UNSPLIT;

  /**
   * The partitions of an empty directory.
   *
   * @param threshold how many entries a partition has before it splits
   */
  Partitions(int threshold) {
    this.threshold = threshold;
  }

  /** Adds a name; its partition. */
  synchronized PartitionIndex add(Name name) {
    PartitionIndex index = map.indexOf(name.hash());
    int count = entries.merge(index, 1, Integer::sum);
    Partition partition = map.partition(index);
    if (count > threshold && partition.canSplit()) {
      PartitionIndex child = partition.child().index();
      map = map.with(child);
      // Hashes fall into either half alike, so there is no need to know which names went.
      entries.put(index, count - count / 2);
      entries.put(child, count / 2);
    }
    return index;
  }

  synchronized int size() {
    return map.size();
  }
}
