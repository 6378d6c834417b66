package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/**
 * Recalls all copies that a server has of names of a partition, including those that are in transit
 * to it. After its answer, the server does not answer lookups from them any more.
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
