package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/**
 * Asks one partition for its share of its directory's attributes. Needs no permission on the
 * directory itself, as stat(2).
 *
 * @param opened whether the asker has the directory open: then a removal under way is waited for,
 *     and of a directory that was removed lately it is told what it was
 */
public record PartitionAttributesRequest(
    InodeId directory, PartitionIndex partition, Caller caller, boolean opened)
    implements PartitionRequest<PartitionAttributes> {
  @Override
  public Opcode<PartitionAttributes> opcode() {
    return Opcode.PARTITION_ATTRIBUTES;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).flag(opened);
  }

  static PartitionAttributesRequest read(WireReader in) {
    return new PartitionAttributesRequest(in.inode(), in.partition(), in.caller(), in.flag());
  }
}
