package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Freezes a partition if it is empty, so that it rejects changes while its directory is being
 * removed.
 *
 * @param name the directory's name in its parent, whose entry determines the outcome
 */
public record FreezePartitionRequest(
    InodeId directory, PartitionIndex partition, long transaction, Name name)
    implements PartitionRequest<FreezePartitionResult> {
  @Override
  public Opcode<FreezePartitionResult> opcode() {
    return Opcode.FREEZE_PARTITION;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).int64(transaction).name(name);
  }

  static FreezePartitionRequest read(WireReader in) {
    return new FreezePartitionRequest(in.inode(), in.partition(), in.int64(), in.name());
  }
}
