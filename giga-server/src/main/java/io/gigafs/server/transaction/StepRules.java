package io.gigafs.server.transaction;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.transaction.AdjustLinkCount;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.DirectoryRenameLock;
import io.gigafs.protocol.transaction.InsertDentry;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.protocol.transaction.PromoteToInode;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;

/** Dispatches the steps of changes to their rules, on the lane that owns the step's name. */
public final class StepRules {
  private final StepRule<InsertDentry> insertDentry;
  private final StepRule<DirectoryRenameLock> moveDirectories = new DirectoryRenameLockRule();
  private final StepRule<PromoteToInode> promoteToInode;
  private final StepRule<AdjustLinkCount> adjustLinkCount;

  /** Dispatches to these rules of the namespace. */
  public StepRules(
      StepRule<InsertDentry> insertDentry,
      StepRule<PromoteToInode> promoteToInode,
      StepRule<AdjustLinkCount> adjustLinkCount) {
    this.insertDentry = insertDentry;
    this.promoteToInode = promoteToInode;
    this.adjustLinkCount = adjustLinkCount;
  }

  /** See {@link StepRule#check}. */
  PrepareResult check(
      CommitStep step, Caller caller, PartitionState partition, CommitBatch commitBatch) {
    return bind(step).check(caller, partition, commitBatch);
  }

  /** See {@link StepRule#prepared}. */
  CommitStep prepared(CommitStep step, PrepareResult result) {
    return bind(step).prepared(result);
  }

  /** See {@link StepRule#stillFits}. */
  boolean stillFits(CommitStep step, PartitionState partition, CommitBatch commitBatch) {
    return bind(step).stillFits(partition, commitBatch);
  }

  /** See {@link StepRule#apply}. */
  void apply(CommitStep step, PartitionState partition, CommitBatch commitBatch, long nanos) {
    bind(step).apply(partition, commitBatch, nanos);
  }

  private Bound<?> bind(CommitStep step) {
    if (step instanceof InsertDentry put) {
      return new Bound<>(insertDentry, put);
    } else if (step instanceof DirectoryRenameLock moves) {
      return new Bound<>(moveDirectories, moves);
    } else if (step instanceof PromoteToInode home) {
      return new Bound<>(promoteToInode, home);
    } else if (step instanceof AdjustLinkCount count) {
      return new Bound<>(adjustLinkCount, count);
    }
    throw new IllegalArgumentException("no rule for " + step);
  }

  /** A step with the rule of its kind. */
  private record Bound<S extends CommitStep>(StepRule<S> rule, S step) {
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
  private static final class DirectoryRenameLockRule implements StepRule<DirectoryRenameLock> {
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
