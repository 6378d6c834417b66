package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;

/** Asks a partition for the parent of its directory, even while a transaction is changing it. */
public record ParentRequest(InodeId directory, PartitionIndex partition)
    implements PartitionRequest<ParentResult> {
  static final Codec<ParentRequest> CODEC = Codec.of(ParentRequest.class, HEAD);

  public static final Opcode<ParentResult> OPCODE =
      Opcode.of(81, "PARENT", CODEC, ParentResult.CODEC);
}
