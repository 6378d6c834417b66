package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INT64;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.quota.QuotaStamp;

/**
 * Prepares a step of a transaction: the owner of the name makes sure that the step can be done in
 * any case, and locks the name until it receives the outcome of the transaction. Idempotent.
 *
 * @param client the client that requested the transaction and has returned its leases on the names
 * @param caller whose permissions are checked
 * @param quota the quota that applies to the file at its current location
 */
public record PrepareRequest(
    InodeId directory,
    PartitionIndex partition,
    CommitId id,
    long client,
    Caller caller,
    QuotaStamp quota,
    CommitStep step)
    implements PartitionRequest<PrepareResult> {
  static final Codec<PrepareRequest> CODEC =
      Codec.of(
          PrepareRequest.class,
          HEAD,
          CommitId.CODEC,
          INT64,
          CALLER,
          QuotaStamp.CODEC,
          CommitSteps.CODEC);

  public static final Opcode<PrepareResult> OPCODE =
      Opcode.of(76, "PREPARE_STEP", CODEC, PrepareResult.CODEC);
}
