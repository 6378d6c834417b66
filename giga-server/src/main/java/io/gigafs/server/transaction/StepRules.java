package io.gigafs.server.transaction;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.CommitStep.AdjustLinkCount;
import io.gigafs.protocol.transaction.CommitStep.DirectoryRenameLock;
import io.gigafs.protocol.transaction.CommitStep.InsertDentry;
import io.gigafs.protocol.transaction.CommitStep.PromoteToInode;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.protocol.transaction.PrepareResult.Outcome;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;

/** Dispatches the steps of changes to their rules, on the lane that owns the step's name. */
public final class StepRules {
  private final Rule<InsertDentry> insertDentry;
  private final Rule<DirectoryRenameLock> moveDirectories = new DirectoryRenameLockRule();
  private final Rule<PromoteToInode> promoteToInode;
  private final Rule<AdjustLinkCount> adjustLinkCount;

  /**
   * Checks and applies one kind of step.
   *
   * @param <S> the step
   */
  public interface Rule<S extends CommitStep> {
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

  /** Dispatches to these rules of the namespace. */
  public StepRules(
      Rule<InsertDentry> insertDentry,
      Rule<PromoteToInode> promoteToInode,
      Rule<AdjustLinkCount> adjustLinkCount) {
    this.insertDentry = insertDentry;
    this.promoteToInode = promoteToInode;
    this.adjustLinkCount = adjustLinkCount;
  }

  /** See {@link Rule#check}. */
  PrepareResult check(
      CommitStep step, Caller caller, PartitionState partition, CommitBatch commitBatch) {
    PrepareResult result = bind(step).check(caller, partition, commitBatch);
    if (result.outcome() == Outcome.BUSY) {
      throw new IllegalStateException("a rule must not report a locked name: " + step);
    }
    return result;
  }

  /** See {@link Rule#prepared}. */
  CommitStep prepared(CommitStep step, PrepareResult result) {
    return bind(step).prepared(result);
  }

  /** See {@link Rule#stillFits}. */
  boolean stillFits(CommitStep step, PartitionState partition, CommitBatch commitBatch) {
    return bind(step).stillFits(partition, commitBatch);
  }

  /** See {@link Rule#apply}. */
  void apply(CommitStep step, PartitionState partition, CommitBatch commitBatch, long nanos) {
    bind(step).apply(partition, commitBatch, nanos);
  }

  private Bound<?> bind(CommitStep step) {
    if (step instanceof InsertDentry put) {
      return new Bound<>(insertDentry, put);
    } else if (step instanceof DirectoryRenameLock moves) {
      return new Bound<>(moveDirectories, moves);
    } else if (step instanceof PromoteToInode promote) {
      return new Bound<>(promoteToInode, promote);
    } else if (step instanceof AdjustLinkCount count) {
      return new Bound<>(adjustLinkCount, count);
    }
    throw new IllegalArgumentException("no rule for " + step);
  }

  /** A step with the rule of its kind. */
  private record Bound<S extends CommitStep>(Rule<S> rule, S step) {
    PrepareResult check(Caller caller, PartitionState partition, CommitBatch commitBatch) {
      return rule.check(step, caller, partition, commitBatch);
    }

    CommitStep prepared(PrepareResult result) {
      return rule.prepared(step, result);
    }

    boolean stillFits(PartitionState partition, CommitBatch commitBatch) {
      return rule.stillFits(step, partition, commitBatch);
    }

    void apply(PartitionState partition, CommitBatch commitBatch, long nanos) {
      rule.apply(step, partition, commitBatch, nanos);
    }
  }

  /** The step only locks the name; {@link CycleCheck} runs before. */
  private static final class DirectoryRenameLockRule implements Rule<DirectoryRenameLock> {
    @Override
    public PrepareResult check(
        DirectoryRenameLock step,
        Caller caller,
        PartitionState partition,
        CommitBatch commitBatch) {
      return PrepareResult.prepared(null);
    }

    @Override
    public boolean stillFits(
        DirectoryRenameLock step, PartitionState partition, CommitBatch commitBatch) {
      return true;
    }

    @Override
    public void apply(
        DirectoryRenameLock step, PartitionState partition, CommitBatch commitBatch, long nanos) {}
  }
}
