package io.gigafs.server.commit;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.CommitStep;
import io.gigafs.protocol.PrepareStepResult;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;

/**
 * What one kind of step checks and does.
 *
 * @param <S> the step
 */
interface StepRule<S extends CommitStep> {
  /** Whether the step can be done and may be; writes nothing. */
  PrepareStepResult check(S step, Caller caller, PartitionState partition, Turn turn);

  /**
   * Whether a step that was prepared can still be done, after a machine that died forgot that it
   * was.
   */
  boolean stillFits(S step, PartitionState partition, Turn turn);

  /**
   * Does the step.
   *
   * @param nanos when that counts as done: wall-clock time, ns since the epoch
   */
  void apply(S step, PartitionState partition, Turn turn, long nanos);
}
