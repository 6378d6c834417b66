package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/**
 * Asks the holder of a child partition whether the split that makes it was committed, and if not,
 * makes sure that it never will be: an upload under way is thrown away.
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
