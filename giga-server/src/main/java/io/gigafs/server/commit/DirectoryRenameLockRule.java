package io.gigafs.server.commit;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.DirectoryRenameLock;
import io.gigafs.protocol.PrepareResult;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;

/** The step only locks the name; {@link CycleCheck} runs before. */
final class DirectoryRenameLockRule implements StepRule<DirectoryRenameLock> {
  @Override
  public PrepareResult check(
      DirectoryRenameLock step, Caller caller, PartitionState partition, CommitBatch commitBatch) {
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
