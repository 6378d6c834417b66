package io.gigafs.server.namespace;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.namespace.LinkRequest;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.CommitStep.AdjustLinkCount;
import io.gigafs.protocol.transaction.CommitStep.AdjustLinkCount.Change;
import io.gigafs.protocol.transaction.CommitStep.InsertDentry;
import io.gigafs.protocol.transaction.FileCopy;
import io.gigafs.server.entry.FileRows;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.transaction.NamespaceTransaction;
import io.gigafs.server.transaction.NamespaceTransaction.Participant;
import io.gigafs.server.transaction.NamespaceTransaction.PreparedParticipant;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * link(2): inserts the new dentry, then adjusts the link count in the inode record. A file gets its
 * inode record with its second name; the first dentry then only refers to it. An open file may have
 * only its inode record left, which is then where the change begins.
 */
final class LinkChange implements NamespaceTransaction<EntryResult> {
  private final LinkRequest request;
  private final FileCopy original;
  private final Attributes attributes;
  private final InsertDentry put;
  private final boolean isAtInodeRecord;
  private final long nowNanos;

  /**
   * Creates the change.
   *
   * @param original the file of the existing name
   * @param isAtInodeRecord whether the existing name is the inode record itself
   * @param nowNanos wall-clock time, ns since the epoch
   */
  LinkChange(LinkRequest request, FileCopy original, boolean isAtInodeRecord, long nowNanos) {
    this.isAtInodeRecord = isAtInodeRecord;
    this.request = request;
    this.original = original;
    this.attributes = FileRows.attributesOf(original);
    this.nowNanos = nowNanos;
    this.put =
        new InsertDentry(
            request.toName(),
            Linked.name(attributes, nowNanos),
            RenameMode.NO_REPLACE,
            false,
            false,
            attributes.type() == FileType.DIRECTORY ? ErrorCode.EPERM : null);
  }

  @Override
  public Mutation<EntryResult> request() {
    return request;
  }

  @Override
  public Next next(List<PreparedParticipant> prepared) {
    return switch (prepared.size()) {
      case 0 -> Next.prepare(new Participant(request.toDirectory(), request.toPartition(), put));
      case 1 -> isAtInodeRecord ? Next.COMMIT : Next.prepare(inodeRecord());
      default -> Next.COMMIT;
    };
  }

  private Participant inodeRecord() {
    return isLinked()
        ? InodeRecordSteps.count(original, Change.COMES, false, nowNanos)
        : InodeRecordSteps.make(original, 2, nowNanos);
  }

  private boolean isLinked() {
    return attributes.has(Attributes.LINKED);
  }

  @Override
  public Answer.Done<EntryResult> apply(
      List<PreparedParticipant> prepared, PartitionState partition, CommitBatch commitBatch) {
    if (isAtInodeRecord) {
      Attributes counted = attributes.withLinks(attributes.links() + 1, nowNanos);
      commitBatch.batch().putEntry(partition.keyOf(request.name()), counted);
      partition.entryChanged(commitBatch, attributes, counted);
      return needless();
    }
    FileCopy found = prepared.get(1).found();
    if (isLinked()) {
      return found == null ? needless() : result(FileRows.attributesOf(found));
    }
    Linked.leaveName(request.name(), attributes, partition, commitBatch, nowNanos);
    return needless();
  }

  @Override
  public Answer.Done<EntryResult> needless() {
    return result(attributes);
  }

  private Answer.Done<EntryResult> result(Attributes before) {
    return new Answer.Done<>(
        WireAttributes.resultOf(before.withLinks(before.links() + 1, nowNanos)));
  }

  @Override
  public boolean addsName() {
    return true;
  }

  @Override
  public @Nullable CommitStep rollbackStep() {
    if (isAtInodeRecord) {
      return new AdjustLinkCount(Change.GOES, false, nowNanos);
    }
    return isLinked()
        ? null
        : new InsertDentry(request.name(), original, RenameMode.REPLACE, false, false, null);
  }
}
