package io.gigafs.server.commit;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.CommitStep;
import io.gigafs.protocol.PrepareResult;
import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.PartitionState;

/**
 * What one kind of step checks and does.
 *
 * @param <S> the step
 */
interface StepRule<S extends CommitStep> {
  /** Whether the step can be done and may be; writes nothing. */
  PrepareResult check(S step, Caller caller, PartitionState partition, CommitBatch commitBatch);

  /**
   * Whether a step that was prepared can still be done, after a machine that died forgot that it
   * was.
   */
  boolean stillFits(S step, PartitionState partition, CommitBatch commitBatch);

  /**
   * Does the step.
   *
   * @param nanos when that counts as done: wall-clock time, ns since the epoch
   */
  void apply(S step, PartitionState partition, CommitBatch commitBatch, long nanos);
}
