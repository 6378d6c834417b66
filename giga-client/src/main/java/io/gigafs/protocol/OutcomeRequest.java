package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Asks the coordinator of a transaction what became of it.
 *
 * @param directory the coordinator's directory and partition
 */
public record OutcomeRequest(
    InodeId directory, PartitionIndex partition, long transaction, Name name, InodeId subject)
    implements PartitionRequest<OutcomeResult> {
  @Override
  public Opcode<OutcomeResult> opcode() {
    return Opcode.OUTCOME;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).int64(transaction).name(name).inode(subject);
  }

  static OutcomeRequest read(WireReader in) {
    return new OutcomeRequest(in.inode(), in.partition(), in.int64(), in.name(), in.inode());
  }
}
