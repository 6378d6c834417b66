package io.gigafs.server.commit;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.CommitStep;
import io.gigafs.protocol.CountName;
import io.gigafs.protocol.FileCopy;
import io.gigafs.protocol.MakeHome;
import io.gigafs.protocol.MoveDirectories;
import io.gigafs.protocol.PrepareStepResult;
import io.gigafs.protocol.PutName;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import io.gigafs.server.operation.SplitTrigger;

/** What the steps of changes check and do, in turns of the lane that holds the step's name. */
final class Steps {
  private final StepRule<PutName> putName;
  private final StepRule<MoveDirectories> moveDirectories = new MoveDirectoriesRule();
  private final StepRule<MakeHome> makeHome = new MakeHomeRule();
  private final StepRule<CountName> countName = new CountNameRule();

  Steps(SplitTrigger splits) {
    this.putName = new PutNameRule(splits);
  }

  /** Whether the step can be done and may be; writes nothing. */
  PrepareStepResult check(CommitStep step, Caller caller, PartitionState partition, Turn turn) {
    return bind(step).check(caller, partition, turn);
  }

  /**
   * Whether a step that was prepared can still be done, after a machine that died forgot that it
   * was.
   */
  boolean stillFits(CommitStep step, PartitionState partition, Turn turn) {
    return bind(step).stillFits(partition, turn);
  }

  /**
   * Does the step.
   *
   * @param nanos when that counts as done: wall-clock time, ns since the epoch
   */
  void apply(CommitStep step, PartitionState partition, Turn turn, long nanos) {
    bind(step).apply(partition, turn, nanos);
  }

  private Bound<?> bind(CommitStep step) {
    if (step instanceof PutName put) {
      return new Bound<>(putName, put);
    } else if (step instanceof MoveDirectories moves) {
      return new Bound<>(moveDirectories, moves);
    } else if (step instanceof MakeHome home) {
      return new Bound<>(makeHome, home);
    } else if (step instanceof CountName count) {
      return new Bound<>(countName, count);
    }
    throw new IllegalArgumentException("no rule for " + step);
  }

  /** A step with the rule of its kind. */
  private record Bound<S extends CommitStep>(StepRule<S> rule, S step) {
    PrepareStepResult check(Caller caller, PartitionState partition, Turn turn) {
      return rule.check(step, caller, partition, turn);
    }

    boolean stillFits(PartitionState partition, Turn turn) {
      return rule.stillFits(step, partition, turn);
    }

    void apply(PartitionState partition, Turn turn, long nanos) {
      rule.apply(step, partition, turn, nanos);
    }
  }

  /** The step with what it was found to replace. */
  static CommitStep prepared(CommitStep step, PrepareStepResult result) {
    FileCopy found = result.found();
    return step instanceof PutName put && found != null
        ? put.replacing(found.attributes().inode(), PutNameRule.ends(put, found))
        : step;
  }
}
