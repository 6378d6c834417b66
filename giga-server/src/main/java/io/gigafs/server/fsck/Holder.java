package io.gigafs.server.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.index.PositionRange;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.Store;
import org.jspecify.annotations.Nullable;

/**
 * The partition of a store that owns a position of a directory.
 *
 * @param range all positions that it owns
 */
record Holder(InodeId directory, PartitionIndex index, PositionRange range) {
  boolean holds(long inDirectory, long position) {
    return directory.value() == inDirectory && range.contains(new Position(position));
  }

  /** The partition that owns a position, or null if the store has none. */
  static @Nullable Holder of(Store store, int slots, long directory, long position) {
    InodeId id = new InodeId(directory);
    long hash = Long.reverse(position);
    int before = -1;
    for (int depth = 0; depth <= PartitionIndex.MAX_DEPTH; depth++) {
      int index = (int) (hash & ((1L << depth) - 1));
      if (index != before) {
        before = index;
        Partition partition = partition(store, slots, id, new PartitionIndex(index), depth);
        if (partition != null && partition.owns(hash)) {
          return new Holder(id, partition.index(), partition.range());
        }
      }
    }
    return null;
  }

  private static @Nullable Partition partition(
      Store store, int slots, InodeId directory, PartitionIndex index, int birthDepth) {
    try {
      PartitionHeader header =
          store.getPartition(
              new PartitionKey(directory.slotOf(index, slots), directory.value(), index.value()));
      return header == null ? null : new Partition(index, header.depth());
    } catch (CorruptRowException | IllegalArgumentException e) {
      // There is one with an unknown range: the rows must not be taken for strays.
      return new Partition(index, birthDepth);
    }
  }
}
