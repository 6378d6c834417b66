package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/**
 * Tells the holder of a name what became of the change that it prepared a step of. Repeating it
 * changes nothing.
 *
 * @param sinceNanos since when the holder said that it holds the step; 0 if it did not say so, or
 *     nobody remembers
 * @param step in full, as a machine that died may have forgotten it
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
