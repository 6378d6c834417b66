package io.gigafs.server.transaction;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;

/**
 * Checks and applies one kind of step.
 *
 * @param <S> the step
 */
public interface StepRule<S extends CommitStep> {
  /** Whether the step is possible and allowed; writes nothing. */
  PrepareResult check(S step, Caller caller, PartitionState partition, CommitBatch commitBatch);

  /** The step, completed with what the check found. */
  default CommitStep prepared(S step, PrepareResult result) {
    return step;
  }

  /** Whether a step whose prepared state was lost in a crash can still be done. */
  boolean stillFits(S step, PartitionState partition, CommitBatch commitBatch);

  /**
   * Applies the step.
   *
   * @param nanos the time of the change: wall-clock time, ns since the epoch
   */
  void apply(S step, PartitionState partition, CommitBatch commitBatch, long nanos);
}
