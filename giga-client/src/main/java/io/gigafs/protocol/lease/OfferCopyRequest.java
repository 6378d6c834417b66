package io.gigafs.protocol.lease;

import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.NAME;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result.Empty;

/**
 * Informs a server that a name is looked up often, so that it requests a copy by {@link
 * CopyNameRequest}. The loss of this message is harmless.
 *
 * @param partition owned by the sending server
 */
public record OfferCopyRequest(InodeId directory, PartitionIndex partition, Name name)
    implements Request<Empty> {
  static final Codec<OfferCopyRequest> CODEC = Codec.of(OfferCopyRequest.class, HEAD, NAME);

  public static final Opcode<Empty> OPCODE = Opcode.of(86, "OFFER_COPY", CODEC, Empty.CODEC);
}
