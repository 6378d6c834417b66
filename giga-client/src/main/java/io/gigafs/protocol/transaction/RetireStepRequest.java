package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result.Empty;

/** Allows a participant to delete its record of a transaction that is over. Idempotent. */
public record RetireStepRequest(InodeId directory, PartitionIndex partition, CommitId id)
    implements PartitionRequest<Empty> {
  static final Codec<RetireStepRequest> CODEC =
      Codec.of(RetireStepRequest.class, HEAD, CommitId.CODEC);

  public static final Opcode<Empty> OPCODE = Opcode.of(78, "RETIRE_STEP", CODEC, Empty.CODEC);
}
