package io.gigafs.protocol.migration;

import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INT64;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.transaction.OutcomeResult;

/**
 * Asks the owner of a child partition whether the split that creates it was committed. If it was
 * not, the owner aborts it for good and discards an upload in progress.
 */
public record InstallOutcomeRequest(InodeId directory, PartitionIndex partition, long transaction)
    implements PartitionRequest<OutcomeResult> {
  static final Codec<InstallOutcomeRequest> CODEC =
      Codec.of(InstallOutcomeRequest.class, HEAD, INT64);

  public static final Opcode<OutcomeResult> OPCODE =
      Opcode.of(72, "INSTALL_OUTCOME", CODEC, OutcomeResult.CODEC);
}
