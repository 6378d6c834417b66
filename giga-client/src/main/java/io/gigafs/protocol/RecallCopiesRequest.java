package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/**
 * Takes back all copies that a server has of names of a partition, also those that are on their way
 * to it. When it has answered it tells nobody of them any more.
 */
public record RecallCopiesRequest(InodeId directory, PartitionIndex partition)
    implements Request<Empty> {
  @Override
  public Opcode<Empty> opcode() {
    return Opcode.RECALL_COPIES;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition);
  }

  static RecallCopiesRequest read(WireReader in) {
    return new RecallCopiesRequest(in.inode(), in.partition());
  }
}
