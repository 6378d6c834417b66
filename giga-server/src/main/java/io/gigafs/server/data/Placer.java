package io.gigafs.server.data;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.IdAllocator;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.volume.DataLocation;

/** Chooses paths for new objects. Used on the partition's lane. */
public final class Placer {
  private final ServerContext context;
  private final IdAllocator ids;

  public Placer(ServerContext context, IdAllocator ids) {
    this.context = context;
    this.ids = ids;
  }

  /**
   * The location of a file's new object on a volume. The reference to it must be durable before the
   * object is created, so that no directory of a volume exceeds its limit.
   */
  public DataLocation place(
      PartitionState partition, Name name, int volume, CommitBatch commitBatch) {
    InodeId object = ids.next(partition.slot());
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
