package io.gigafs.protocol.lease;

import static io.gigafs.protocol.Elements.HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result.Empty;

/**
 * Recalls all copies that a server has of names of a partition, including those that are in transit
 * to it. After its answer, the server does not answer lookups from them any more.
 */
public record RecallCopiesRequest(InodeId directory, PartitionIndex partition)
    implements Request<Empty> {
  static final Codec<RecallCopiesRequest> CODEC = Codec.of(RecallCopiesRequest.class, HEAD);

  public static final Opcode<Empty> OPCODE = Opcode.of(90, "RECALL_COPIES", CODEC, Empty.CODEC);
}
