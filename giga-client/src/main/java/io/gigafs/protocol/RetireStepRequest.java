package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/** Allows a participant to delete its record of a transaction that is over. Idempotent. */
public record RetireStepRequest(InodeId directory, PartitionIndex partition, CommitId id)
    implements PartitionRequest<Empty> {
  @Override
  public Opcode<Empty> opcode() {
    return Opcode.RETIRE_STEP;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition);
    id.write(out);
  }

  static RetireStepRequest read(WireReader in) {
    return new RetireStepRequest(in.inode(), in.partition(), CommitId.read(in));
  }
}
