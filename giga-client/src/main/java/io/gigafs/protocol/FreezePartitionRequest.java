package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Asks a partition to refuse changes while its directory is being removed, if it is empty.
 *
 * @param name the directory's name in its parent, whose entry tells the outcome
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
