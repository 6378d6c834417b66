package io.gigafs.protocol.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

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
    implements PartitionRequest<FinishStepResult> {
  public static final Opcode<FinishStepResult> OPCODE =
      Opcode.of(
          77,
          "FINISH_STEP",
          Codec.of(FinishStepRequest.class, FinishStepRequest::write, FinishStepRequest::read),
          FinishStepResult.CODEC);

  @Override
  public Opcode<FinishStepResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition);
    id.write(out);
    out.flag(committed).int64(sinceNanos);
    CommitSteps.write(step, out);
  }

  static FinishStepRequest read(WireReader in) {
    return new FinishStepRequest(
        in.inode(), in.partition(), CommitId.read(in), in.flag(), in.int64(), CommitSteps.read(in));
  }
}
