package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

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
  static final Codec<PartitionAttributesRequest> CODEC =
      Codec.of(PartitionAttributesRequest.class, HEAD, CALLER, FLAG)
          .byHand(PartitionAttributesRequest::write, PartitionAttributesRequest::read);

  public static final Opcode<PartitionAttributes> OPCODE =
      Opcode.of(8, "PARTITION_ATTRIBUTES", CODEC, PartitionAttributes.CODEC);

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).flag(opened);
  }

  static PartitionAttributesRequest read(WireReader in) {
    return new PartitionAttributesRequest(in.inode(), in.partition(), in.caller(), in.flag());
  }
}
