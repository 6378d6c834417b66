package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/**
 * Asks a partition to refuse changes while its directory is being removed, if it is empty.
 *
 * @param coordinator the directory, and its partition, that holds the entry and knows the outcome
 */
public record FreezePartitionRequest(
    InodeId directory,
    PartitionIndex partition,
    long transaction,
    InodeId coordinator,
    PartitionIndex coordinatorPartition)
    implements PartitionRequest<FreezePartitionResult> {
  @Override
  public Opcode<FreezePartitionResult> opcode() {
    return Opcode.FREEZE_PARTITION;
  }

  void write(WireWriter out) {
    out.inode(directory)
        .partition(partition)
        .int64(transaction)
        .inode(coordinator)
        .partition(coordinatorPartition);
  }

  static FreezePartitionRequest read(WireReader in) {
    return new FreezePartitionRequest(
        in.inode(), in.partition(), in.int64(), in.inode(), in.partition());
  }
}
