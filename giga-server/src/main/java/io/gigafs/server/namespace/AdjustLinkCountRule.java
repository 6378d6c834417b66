package io.gigafs.server.namespace;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.transaction.CommitStep.AdjustLinkCount;
import io.gigafs.protocol.transaction.CommitStep.AdjustLinkCount.Change;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.server.access.InodeFlags;
import io.gigafs.server.entry.FileRows;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.transaction.InodeRecords;
import io.gigafs.server.transaction.StepRules;
import io.gigafs.tablefs.Attributes;

/**
 * Adds, removes or changes one link of a file that has an inode record. A record without links
 * stays while sessions have open state on it; {@link InodeRecords} removes it afterwards.
 */
public final class AdjustLinkCountRule implements StepRules.Rule<AdjustLinkCount> {
  /** The link limit of ext4. */
  static final int MAX_LINKS = 65_000;

  @Override
  public PrepareResult check(
      AdjustLinkCount step, Caller caller, PartitionState partition, CommitBatch commitBatch) {
    Attributes file = commitBatch.batch().getEntry(partition.keyOf(step.name()));
    if (file == null || file.links() == 0) {
      return PrepareResult.refused(ErrorCode.ENOENT);
    }
    if (step.onlyOwner() && caller.uid() != file.uid()) {
      return PrepareResult.refused(ErrorCode.EPERM);
    }
    if (InodeFlags.isProtected(file)) {
      return PrepareResult.refused(ErrorCode.EPERM);
    }
    return step.change() == Change.COMES && file.links() >= MAX_LINKS
        ? PrepareResult.refused(ErrorCode.EMLINK)
        : PrepareResult.prepared(FileRows.entryOnly(file));
  }

  @Override
  public boolean stillFits(
      AdjustLinkCount step, PartitionState partition, CommitBatch commitBatch) {
    return commitBatch.batch().getEntry(partition.keyOf(step.name())) != null;
  }

  @Override
  public void apply(
      AdjustLinkCount step, PartitionState partition, CommitBatch commitBatch, long nanos) {
    Attributes file = commitBatch.batch().getEntry(partition.keyOf(step.name()));
    if (file == null) {
      throw new IllegalStateException("the inode record of a link is missing: " + partition);
    }
    int links = Math.max(0, file.links() + step.change().links());
    Attributes counted = file.withLinks(links, step.changedNanos());
    commitBatch.batch().putEntry(partition.keyOf(step.name()), counted);
    partition.entryChanged(commitBatch, file, counted);
  }
}
