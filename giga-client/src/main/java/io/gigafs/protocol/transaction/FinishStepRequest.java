package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.TIME;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;

/**
 * Sends the outcome of a transaction to a participant that prepared a step of it. Idempotent.
 *
 * @param sinceNanos since when the participant has prepared the step, as it reported; 0 if it did
 *     not report that, or that is no longer known
 * @param step the whole step, because a participant that crashed may have lost it
 */
public record FinishStepRequest(
    InodeId directory,
    PartitionIndex partition,
    CommitId id,
    boolean committed,
    long sinceNanos,
    CommitStep step)
    implements PartitionRequest<FinishStepRequest.FinishStepResult> {
  static final Codec<FinishStepRequest> CODEC =
      Codec.of(FinishStepRequest.class, HEAD, CommitId.CODEC, FLAG, TIME, CommitSteps.CODEC);

  public static final Opcode<FinishStepResult> OPCODE =
      Opcode.of(77, "FINISH_STEP", CODEC, FinishStepResult.CODEC);

  /**
   * The step is done and durable, or the transaction is over.
   *
   * @param fits false if the step cannot be done: the participant crashed, lost the preparation,
   *     and the name has changed since
   */
  public record FinishStepResult(boolean fits) implements Result {
    public static final Codec<FinishStepResult> CODEC = Codec.of(FinishStepResult.class, FLAG);
  }
}
