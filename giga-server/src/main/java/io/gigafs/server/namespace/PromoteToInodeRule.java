package io.gigafs.server.namespace;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.transaction.CommitStep.PromoteToInode;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.server.entry.FileRows;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.transaction.StepRules;
import io.gigafs.tablefs.EntryKey;

/**
 * Moves a file to an inode record. An entry found there is stale: the file was at its dentry until
 * now.
 */
public final class PromoteToInodeRule implements StepRules.Rule<PromoteToInode> {
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
    FileRows.takeOpenState(partition, step.name(), step.file());
  }
}
