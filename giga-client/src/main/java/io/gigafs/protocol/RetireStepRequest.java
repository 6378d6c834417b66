package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/** Lets the holder of a name forget a change that is over. Repeating it changes nothing. */
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
