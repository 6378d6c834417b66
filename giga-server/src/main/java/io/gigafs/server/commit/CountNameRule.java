package io.gigafs.server.commit;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.CountName;
import io.gigafs.protocol.CountName.Change;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.PrepareStepResult;
import io.gigafs.server.access.InodeFlags;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import io.gigafs.tablefs.Attributes;

/**
 * A file with a place of its own gets, loses or changes a name. One that has lost its last stays
 * for as long as sessions hold it; {@link Homes} removes it then.
 */
final class CountNameRule implements StepRule<CountName> {
  /** As many names as a file of ext4 can have. */
  static final int MAX_LINKS = 65_000;

  @Override
  public PrepareStepResult check(
      CountName step, Caller caller, PartitionState partition, Turn turn) {
    Attributes file = turn.batch().getEntry(partition.keyOf(step.name()));
    if (file == null || file.links() == 0) {
      return PrepareStepResult.refused(ErrorCode.ENOENT);
    }
    if (step.onlyOwner() && caller.uid() != file.uid()) {
      return PrepareStepResult.refused(ErrorCode.EPERM);
    }
    if (InodeFlags.isProtected(file)) {
      return PrepareStepResult.refused(ErrorCode.EPERM);
    }
    return step.change() == Change.COMES && file.links() >= MAX_LINKS
        ? PrepareStepResult.refused(ErrorCode.EMLINK)
        : PrepareStepResult.prepared(FileRows.entryOnly(file));
  }

  @Override
  public boolean stillFits(CountName step, PartitionState partition, Turn turn) {
    return turn.batch().getEntry(partition.keyOf(step.name())) != null;
  }

  @Override
  public void apply(CountName step, PartitionState partition, Turn turn, long nanos) {
    Attributes file = turn.batch().getEntry(partition.keyOf(step.name()));
    if (file == null) {
      throw new IllegalStateException("a file is gone whose names are counted: " + partition);
    }
    int links = Math.max(0, file.links() + step.change().links());
    Attributes counted = file.withLinks(links, step.changedNanos());
    turn.batch().putEntry(partition.keyOf(step.name()), counted);
    partition.entryChanged(turn, file, counted);
  }
}
