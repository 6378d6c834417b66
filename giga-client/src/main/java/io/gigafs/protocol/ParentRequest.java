package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/** Asks a partition in which directory its own is, whatever is under way there. */
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
