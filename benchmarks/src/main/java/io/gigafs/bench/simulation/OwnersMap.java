package io.gigafs.bench.simulation;

import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import java.util.function.Consumer;

/**
 * What the owner of a partition knows of the directory's map, and tells a client whom it sends on:
 * what the parent knew at the partition's birth, and the partition's own splits since.
 */
final class OwnersMap {
  private OwnersMap() {}

  /** Tells all partitions that the owner knows, in an order in which splits can have made them. */
  static void tell(Partition partition, Consumer<PartitionIndex> known) {
    PartitionIndex index = partition.index();
    Partition past = Partition.atBirth(index);
    if (index.value() != 0) {
      tell(new Partition(index.parent(), past.depth() - 1), known);
    }
    known.accept(index);
    while (past.depth() < partition.depth()) {
      known.accept(past.child().index());
      past = past.afterSplit();
    }
  }
}
