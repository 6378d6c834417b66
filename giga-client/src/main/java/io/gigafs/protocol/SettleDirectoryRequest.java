package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/**
 * Sends the outcome of the transaction to the owner of a prepared directory.
 *
 * @param partition always the zeroth
 * @param committed whether its entry exists; otherwise the directory is deleted
 */
public record SettleDirectoryRequest(
    InodeId directory, PartitionIndex partition, long transaction, boolean committed)
    implements PartitionRequest<Empty> {
  @Override
  public Opcode<Empty> opcode() {
    return Opcode.SETTLE_DIRECTORY;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).int64(transaction).flag(committed);
  }

  static SettleDirectoryRequest read(WireReader in) {
    return new SettleDirectoryRequest(in.inode(), in.partition(), in.int64(), in.flag());
  }
}
