package io.gigafs.server.namespace;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.namespace.UnlinkRequest;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.CommitStep.AdjustLinkCount.Change;
import io.gigafs.protocol.transaction.FileCopy;
import io.gigafs.server.entry.FileRows;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.transaction.NamespaceTransaction;
import io.gigafs.server.transaction.NamespaceTransaction.Participant;
import io.gigafs.server.transaction.NamespaceTransaction.PreparedParticipant;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryCounts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * unlink(2) of a name whose file may live on, because it has an inode record, or because sessions
 * have open state on it, for which it gets one.
 */
final class UnlinkChange implements NamespaceTransaction<Empty> {
  private final UnlinkRequest request;
  private final FileCopy original;
  private final boolean onlyOwner;
  private final long nowNanos;

  /**
   * Creates the change.
   *
   * @param original the file of the name
   * @param onlyOwner whether only the file's owner may remove the name, which the inode record
   *     checks
   * @param nowNanos wall-clock time, ns since the epoch
   */
  UnlinkChange(UnlinkRequest request, FileCopy original, boolean onlyOwner, long nowNanos) {
    this.request = request;
    this.original = original;
    this.onlyOwner = onlyOwner;
    this.nowNanos = nowNanos;
  }

  @Override
  public Mutation<Empty> request() {
    return request;
  }

  @Override
  public Next next(List<PreparedParticipant> prepared) {
    return prepared.isEmpty() ? Next.prepare(inodeRecord()) : Next.COMMIT;
  }

  private Participant inodeRecord() {
    return FileRows.attributesOf(original).has(Attributes.LINKED)
        ? InodeRecordSteps.count(original, Change.GOES, onlyOwner, nowNanos)
        : InodeRecordSteps.make(original, 0, nowNanos);
  }

  @Override
  public Answer.Done<Empty> apply(
      List<PreparedParticipant> prepared, PartitionState partition, CommitBatch commitBatch) {
    commitBatch.batch().deleteFile(partition.keyOf(request.name()));
    partition
        .usage()
        .movesAway(new QuotaUsage(0, EntryCounts.bytesOf(FileRows.attributesOf(original))));
    partition.entryRemoved(commitBatch, FileRows.attributesOf(original));
    Linked.forgetOpenState(request.name(), partition);
    return needless();
  }

  @Override
  public Answer.Done<Empty> needless() {
    return new Answer.Done<>(Empty.INSTANCE);
  }

  @Override
  public @Nullable CommitStep rollbackStep() {
    return null;
  }
}
