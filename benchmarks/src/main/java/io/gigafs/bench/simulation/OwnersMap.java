package io.gigafs.bench.simulation;

import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import java.util.function.Consumer;

/**
 * The partitions of the directory that the owner of a partition knows, and sends with a redirect:
 * those that the parent knew when the partition was created, and the partition's own splits since.
 */
final class OwnersMap {
  private OwnersMap() {}

  /**
   * Passes all partitions that the owner knows to a consumer, in an order in which splits can have
   * created them.
   */
  static void forEach(Partition partition, Consumer<PartitionIndex> known) {
    PartitionIndex index = partition.index();
    Partition past = Partition.atBirth(index);
    if (index.value() != 0) {
      forEach(new Partition(index.parent(), past.depth() - 1), known);
    }
    known.accept(index);
    while (past.depth() < partition.depth()) {
      known.accept(past.child().index());
      past = past.afterSplit();
    }
  }
}
