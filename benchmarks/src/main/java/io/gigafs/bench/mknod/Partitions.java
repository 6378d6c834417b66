package io.gigafs.bench.mknod;

import io.gigafs.index.Name;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import java.util.HashMap;
import java.util.Map;

/**
 * The partitions of a directory as its entries are created, if each split happened at once. The
 * partition of an entry determines the location of its object. Thread-safe.
 */
final class Partitions {
  private final int threshold;
  private final Map<PartitionIndex, Integer> entries = new HashMap<>();
  private PartitionMap map = PartitionMap.UNSPLIT;

  /**
   * The partitions of an empty directory.
   *
   * @param threshold number of entries at which a partition splits
   */
  Partitions(int threshold) {
    this.threshold = threshold;
  }

  /** Adds a name and returns its partition. */
  synchronized PartitionIndex add(Name name) {
    PartitionIndex index = map.indexOf(name.hash());
    int count = entries.merge(index, 1, Integer::sum);
    Partition partition = map.partition(index);
    if (count > threshold && partition.canSplit()) {
      PartitionIndex child = partition.child().index();
      map = map.with(child);
      // Hashes are uniform, so it is not necessary to know which names moved.
      entries.put(index, count - count / 2);
      entries.put(child, count / 2);
    }
    return index;
  }

  synchronized int size() {
    return map.size();
  }
}
