package io.gigafs.server.commit;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.MoveDirectories;
import io.gigafs.protocol.PrepareStepResult;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;

/** Holding the name is all there is to do; {@link CycleCheck} comes before that. */
final class MoveDirectoriesRule implements StepRule<MoveDirectories> {
  @Override
  public PrepareStepResult check(
      MoveDirectories step, Caller caller, PartitionState partition, Turn turn) {
    return PrepareStepResult.prepared(null);
  }

  @Override
  public boolean stillFits(MoveDirectories step, PartitionState partition, Turn turn) {
    return true;
  }

  @Override
  public void apply(MoveDirectories step, PartitionState partition, Turn turn, long nanos) {}
}
