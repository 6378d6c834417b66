package io.gigafs.server.commit;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.MakeHome;
import io.gigafs.protocol.PrepareStepResult;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import io.gigafs.tablefs.EntryKey;

/**
 * A file gets a place of its own. Whatever may be there is of the past: the file was at its name
 * until now.
 */
final class MakeHomeRule implements StepRule<MakeHome> {
  @Override
  public PrepareStepResult check(
      MakeHome step, Caller caller, PartitionState partition, Turn turn) {
    return PrepareStepResult.prepared(null);
  }

  @Override
  public boolean stillFits(MakeHome step, PartitionState partition, Turn turn) {
    return true;
  }

  @Override
  public void apply(MakeHome step, PartitionState partition, Turn turn, long nanos) {
    EntryKey key = partition.keyOf(step.name());
    if (turn.batch().getEntry(key) != null) {
      turn.batch().deleteFile(key);
    } else {
      partition.entryAdded(turn, FileRows.attributesOf(step.file()), nanos);
    }
    FileRows.write(turn.batch(), key, step.file());
    FileRows.takeHolds(partition, step.name(), step.file());
  }
}
