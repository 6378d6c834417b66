package io.gigafs.protocol.lease;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Informs a server that a name is looked up often, so that it requests a copy by {@link
 * CopyNameRequest}. The loss of this message is harmless.
 *
 * @param partition owned by the sending server
 */
public record OfferCopyRequest(InodeId directory, PartitionIndex partition, Name name)
    implements Request<Empty> {
  public static final Opcode<Empty> OPCODE =
      Opcode.of(
          86,
          "OFFER_COPY",
          Codec.of(OfferCopyRequest.class, OfferCopyRequest::write, OfferCopyRequest::read),
          Empty.CODEC);

  @Override
  public Opcode<Empty> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).name(name);
  }

  static OfferCopyRequest read(WireReader in) {
    return new OfferCopyRequest(in.inode(), in.partition(), in.name());
  }
}
