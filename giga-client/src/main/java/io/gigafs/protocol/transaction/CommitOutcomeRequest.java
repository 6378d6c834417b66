package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.PARTITION;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;

/**
 * Asks the coordinator of a transaction for its outcome. An unknown transaction is over: if the
 * step is not done yet, it was aborted.
 *
 * @param partition of the directory of the name that the transaction began with
 * @param done whether the step is done and durable
 */
public record CommitOutcomeRequest(PartitionIndex partition, CommitId id, boolean done)
    implements PartitionRequest<OutcomeResult> {
  static final Codec<CommitOutcomeRequest> CODEC =
      Codec.of(CommitOutcomeRequest.class, PARTITION, CommitId.CODEC, FLAG);

  public static final Opcode<OutcomeResult> OPCODE =
      Opcode.of(79, "COMMIT_OUTCOME", CODEC, OutcomeResult.CODEC);

  @Override
  public InodeId directory() {
    return id.directory();
  }
}
