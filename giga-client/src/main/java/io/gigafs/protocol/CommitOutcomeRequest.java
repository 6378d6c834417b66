package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/**
 * Asks the holder of the name that a change of several names began with what became of it. One of
 * which nothing is known is over: it was undone if the step is not done yet.
 *
 * @param partition of the directory of that name
 * @param done whether the step is done and on the disk
 */
public record CommitOutcomeRequest(PartitionIndex partition, CommitId id, boolean done)
    implements PartitionRequest<OutcomeResult> {
  @Override
  public InodeId directory() {
    return id.directory();
  }

  @Override
  public Opcode<OutcomeResult> opcode() {
    return Opcode.COMMIT_OUTCOME;
  }

  void write(WireWriter out) {
    out.partition(partition);
    id.write(out);
    out.flag(done);
  }

  static CommitOutcomeRequest read(WireReader in) {
    return new CommitOutcomeRequest(in.partition(), CommitId.read(in), in.flag());
  }
}
