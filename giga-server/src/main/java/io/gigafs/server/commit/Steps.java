package io.gigafs.server.commit;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.CommitStep;
import io.gigafs.protocol.PrepareStepResult;
import io.gigafs.protocol.PutName;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import io.gigafs.server.operation.SplitTrigger;

/** What the steps of changes check and do, in turns of the lane that holds the step's name. */
final class Steps {
  private final PutNameRule putName;

  Steps(SplitTrigger splits) {
    this.putName = new PutNameRule(splits);
  }

  /** Whether the step can be done and may be; writes nothing. */
  PrepareStepResult check(CommitStep step, Caller caller, PartitionState partition, Turn turn) {
    if (step instanceof PutName put) {
      return putName.check(put, caller, partition, turn);
    }
    throw new IllegalArgumentException("no rule for " + step);
  }

  /**
   * Whether a step that was prepared can still be done, after a machine that died forgot that it
   * was.
   */
  boolean stillFits(CommitStep step, PartitionState partition, Turn turn) {
    if (step instanceof PutName put) {
      return putName.stillFits(put, partition, turn);
    }
    throw new IllegalArgumentException("no rule for " + step);
  }

  /** Does the step. */
  void apply(CommitStep step, PartitionState partition, Turn turn) {
    if (step instanceof PutName put) {
      putName.apply(put, partition, turn);
    } else {
      throw new IllegalArgumentException("no rule for " + step);
    }
  }

  /** The step with what it was found to replace. */
  static CommitStep prepared(CommitStep step, PrepareStepResult result) {
    return step instanceof PutName put
        ? put.replacing(result.found() == null ? null : result.found().attributes().inode())
        : step;
  }
}
