package io.gigafs.server.placement;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.volume.DataLocation;

/** Makes room for new objects. On the partition's lane. */
public final class Placer {
  private final ObjectContext context;

  public Placer(ObjectContext context) {
    this.context = context;
  }

  /**
   * Where a new object of a file is to be on a volume. What names it has to be on the disk before
   * it is made, so that no volume has more in one directory than it may.
   */
  public DataLocation place(
      PartitionState partition, Name name, int volume, CommitBatch commitBatch) {
    InodeId object = context.ids().next(partition.slot());
    return new DataLocation(
        volume,
        ObjectPath.of(
            partition.directory(),
            partition.index(),
            partition.nextPlaced(commitBatch),
            context.view().get().settings().splitThreshold(),
            name,
            object));
  }
}
