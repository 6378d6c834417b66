package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/** A partition of a directory. */
public record PartitionId(InodeId directory, PartitionIndex partition) {
  /** The minimum encoded size. */
  public static final int MIN_BYTES = 8 + 1;

  public void write(WireWriter out) {
    out.inode(directory).partition(partition);
  }

  public static PartitionId read(WireReader in) {
    return new PartitionId(in.inode(), in.partition());
  }
}
