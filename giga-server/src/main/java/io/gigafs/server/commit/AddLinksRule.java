package io.gigafs.server.commit;

import io.gigafs.protocol.AddLinks;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.PrepareStepResult;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import io.gigafs.tablefs.Attributes;

/**
 * A file with a place of its own gets or loses a name. One that has lost its last stays for as long
 * as sessions hold it; whoever looks after homes removes it then.
 */
final class AddLinksRule implements StepRule<AddLinks> {
  /** As many names as a file of ext4 can have. */
  static final int MAX_LINKS = 65_000;

  @Override
  public PrepareStepResult check(
      AddLinks step, Caller caller, PartitionState partition, Turn turn) {
    Attributes file = turn.batch().getEntry(partition.keyOf(step.name()));
    if (file == null || file.links() == 0) {
      return PrepareStepResult.refused(ErrorCode.ENOENT);
    }
    if (step.onlyOwner() && caller.uid() != file.uid()) {
      return PrepareStepResult.refused(ErrorCode.EPERM);
    }
    return !step.fewer() && file.links() >= MAX_LINKS
        ? PrepareStepResult.refused(ErrorCode.EMLINK)
        : PrepareStepResult.prepared(FileRows.entryOnly(file));
  }

  @Override
  public boolean stillFits(AddLinks step, PartitionState partition, Turn turn) {
    return turn.batch().getEntry(partition.keyOf(step.name())) != null;
  }

  @Override
  public void apply(AddLinks step, PartitionState partition, Turn turn, long nanos) {
    Attributes file = turn.batch().getEntry(partition.keyOf(step.name()));
    if (file == null) {
      throw new IllegalStateException("a file is gone whose names are counted: " + partition);
    }
    Attributes counted = counted(step, file);
    turn.batch().putEntry(partition.keyOf(step.name()), counted);
    partition.entryChanged(turn, file, counted);
  }

  static Attributes counted(AddLinks step, Attributes file) {
    int links = step.fewer() ? Math.max(0, file.links() - 1) : file.links() + 1;
    return file.withLinks(links, step.changedNanos());
  }
}
