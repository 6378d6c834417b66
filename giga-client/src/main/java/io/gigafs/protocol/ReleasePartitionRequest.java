package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/**
 * Ends a freeze.
 *
 * @param drop whether the directory was removed, and the partition with it
 */
public record ReleasePartitionRequest(
    InodeId directory, PartitionIndex partition, long transaction, boolean drop)
    implements PartitionRequest<ReleasePartitionResult> {
  @Override
  public Opcode<ReleasePartitionResult> opcode() {
    return Opcode.RELEASE_PARTITION;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).int64(transaction).flag(drop);
  }

  static ReleasePartitionRequest read(WireReader in) {
    return new ReleasePartitionRequest(in.inode(), in.partition(), in.int64(), in.flag());
  }
}
