package io.gigafs.server.commit;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.PrepareResult;
import io.gigafs.protocol.PromoteToInode;
import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.tablefs.EntryKey;

/**
 * A file gets a place of its own. Whatever may be there is of the past: the file was at its name
 * until now.
 */
final class PromoteToInodeRule implements StepRule<PromoteToInode> {
  @Override
  public PrepareResult check(
      PromoteToInode step, Caller caller, PartitionState partition, CommitBatch commitBatch) {
    return PrepareResult.prepared(null);
  }

  @Override
  public boolean stillFits(PromoteToInode step, PartitionState partition, CommitBatch commitBatch) {
    return true;
  }

  @Override
  public void apply(
      PromoteToInode step, PartitionState partition, CommitBatch commitBatch, long nanos) {
    EntryKey key = partition.keyOf(step.name());
    if (commitBatch.batch().getEntry(key) != null) {
      commitBatch.batch().deleteFile(key);
    } else {
      partition.entryAdded(commitBatch, FileRows.attributesOf(step.file()), nanos);
    }
    FileRows.write(commitBatch.batch(), key, step.file());
    FileRows.takeHolds(partition, step.name(), step.file());
  }
}
