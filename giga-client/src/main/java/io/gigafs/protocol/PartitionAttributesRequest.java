package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/**
 * Asks one partition for its share of its directory's attributes. Needs no permission on the
 * directory itself, as stat(2).
 */
public record PartitionAttributesRequest(InodeId directory, PartitionIndex partition, Caller caller)
    implements PartitionRequest<PartitionAttributes> {
  @Override
  public Opcode<PartitionAttributes> opcode() {
    return Opcode.PARTITION_ATTRIBUTES;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller);
  }

  static PartitionAttributesRequest read(WireReader in) {
    return new PartitionAttributesRequest(in.inode(), in.partition(), in.caller());
  }
}
