package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/**
 * Asks one partition for its share of its directory's attributes. Requires no permission on the
 * directory itself, like stat(2).
 *
 * @param opened whether the client has the directory open: then the request waits for a removal in
 *     progress, and also returns the attributes of a directory that was removed recently
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
