package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/**
 * Asks the owner of a child partition whether the split that creates it was committed. If it was
 * not, the owner aborts it for good and discards an upload in progress.
 */
public record InstallOutcomeRequest(InodeId directory, PartitionIndex partition, long transaction)
    implements PartitionRequest<OutcomeResult> {
  @Override
  public Opcode<OutcomeResult> opcode() {
    return Opcode.INSTALL_OUTCOME;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).int64(transaction);
  }

  static InstallOutcomeRequest read(WireReader in) {
    return new InstallOutcomeRequest(in.inode(), in.partition(), in.int64());
  }
}
