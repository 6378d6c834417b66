package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

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
  @Override
  public Opcode<FinishStepResult> opcode() {
    return Opcode.FINISH_STEP;
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
