package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/** Asks a partition for the parent of its directory, even while a transaction is changing it. */
public record ParentRequest(InodeId directory, PartitionIndex partition)
    implements PartitionRequest<ParentResult> {
  @Override
  public Opcode<ParentResult> opcode() {
    return Opcode.PARENT;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition);
  }

  static ParentRequest read(WireReader in) {
    return new ParentRequest(in.inode(), in.partition());
  }
}
