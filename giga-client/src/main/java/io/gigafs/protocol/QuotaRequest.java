package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/** Reads the quota of a directory and its usage; ENODATA if it has none. */
public record QuotaRequest(InodeId directory, PartitionIndex partition)
    implements PartitionRequest<QuotaResult> {
  @Override
  public Opcode<QuotaResult> opcode() {
    return Opcode.QUOTA;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition);
  }

  static QuotaRequest read(WireReader in) {
    return new QuotaRequest(in.inode(), in.partition());
  }
}
