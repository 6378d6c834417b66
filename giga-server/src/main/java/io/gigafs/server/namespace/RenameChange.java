package io.gigafs.server.namespace;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.namespace.RenameRequest;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.CommitStep.AdjustLinkCount.Change;
import io.gigafs.protocol.transaction.CommitStep.InsertDentry;
import io.gigafs.protocol.transaction.FileCopy;
import io.gigafs.server.entry.FileRows;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.PartitionUsage.Reservation;
import io.gigafs.server.transaction.NamespaceTransaction;
import io.gigafs.server.transaction.NamespaceTransaction.Participant;
import io.gigafs.server.transaction.NamespaceTransaction.PreparedParticipant;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.EntryKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * rename(2): inserts the file under its new name and removes its old one. In an exchange, the old
 * name gets the file of the new one.
 *
 * <p>A file with open state moves to an inode record when it leaves its directory, or when its name
 * is replaced, so that sessions find it. The link count of a file with an inode record is adjusted.
 */
final class RenameChange implements NamespaceTransaction<Empty> {
  private final RenameRequest request;
  private final FileCopy original;
  private final boolean onlyOwner;
  private final InsertDentry put;
  private final long nowNanos;
  private final @Nullable Whiteout whiteout;

  /**
   * The entry that a rename with RENAME_WHITEOUT leaves at the old name, so that an overlay hides
   * the lower layer's file.
   *
   * @param attributes of a character device with the number 0
   * @param credit the entry's reservation in the directory's quota
   */
  record Whiteout(Attributes attributes, Reservation credit) {
    /** Inserts the whiteout under the free name. */
    void put(EntryKey key, PartitionState partition, CommitBatch commitBatch) {
      partition.usage().redeem(commitBatch, credit);
      commitBatch.batch().putEntry(key, attributes);
      partition.entryAdded(commitBatch, attributes);
    }
  }

  /**
   * Creates the change.
   *
   * @param original the file as it is
   * @param refused why the caller may not remove the old name, or null
   * @param onlyOwner whether only the file's owner may, which the inode record checks
   * @param nowNanos wall-clock time, ns since the epoch
   * @param whiteout the entry that replaces the old name, or null for none
   */
  RenameChange(
      RenameRequest request,
      FileCopy original,
      @Nullable ErrorCode refused,
      boolean onlyOwner,
      long nowNanos,
      @Nullable Whiteout whiteout) {
    this.whiteout = whiteout;
    this.request = request;
    this.original = original;
    this.onlyOwner = onlyOwner;
    this.nowNanos = nowNanos;
    this.put =
        new InsertDentry(
            request.toName(),
            renamed(original),
            request.mode(),
            changesDirectory(),
            request.mode() == RenameMode.EXCHANGE && request.toSlash(),
            refused);
  }

  private boolean changesDirectory() {
    return !request.directory().equals(request.toDirectory());
  }

  /** The file as it is inserted under the other name. */
  private FileCopy renamed(FileCopy file) {
    return Linked.isLinked(file) || getsInodeRecord(file)
        ? Linked.name(file, nowNanos)
        : FileRows.withChanged(file, nowNanos);
  }

  /**
   * Sessions find an open file in all partitions of its directory, but not in other directories.
   */
  private boolean getsInodeRecord(FileCopy file) {
    return changesDirectory() && Linked.isHeld(file);
  }

  @Override
  public Mutation<Empty> request() {
    return request;
  }

  @Override
  public Next next(List<PreparedParticipant> prepared) {
    if (prepared.isEmpty()) {
      return Next.prepare(new Participant(request.toDirectory(), request.toPartition(), put));
    }
    FileCopy found = prepared.get(0).found();
    if (prepared.size() == 1) {
      return new Next(participantsAtInodeRecords(found), null);
    }
    return replacesOtherKind(found) ? Next.refuse(ErrorCode.ENOTDIR) : Next.COMMIT;
  }

  /**
   * Whether a directory is to replace a file of another type. This is refused only here if the
   * inode record had to check the caller's permission first, as EPERM takes precedence.
   */
  private boolean replacesOtherKind(@Nullable FileCopy found) {
    return request.mode().atNewName() == RenameMode.REPLACE
        && original.attributes().isDirectory()
        && found != null
        && !found.attributes().isDirectory();
  }

  private List<Participant> participantsAtInodeRecords(@Nullable FileCopy found) {
    List<Participant> parts = new ArrayList<>();
    addMoved(original, onlyOwner, parts);
    if (found != null && request.mode() == RenameMode.EXCHANGE) {
      addMoved(found, Linked.isForOwner(found), parts);
    } else if (found != null && Linked.isLinked(found)) {
      parts.add(InodeRecordSteps.count(found, Change.GOES, Linked.isForOwner(found), nowNanos));
    } else if (found != null && Linked.isHeld(found)) {
      parts.add(InodeRecordSteps.make(found, 0, nowNanos));
    }
    return parts;
  }

  private void addMoved(FileCopy file, boolean isForOwner, List<Participant> parts) {
    if (Linked.isLinked(file)) {
      parts.add(InodeRecordSteps.count(file, Change.CHANGES, isForOwner, nowNanos));
    } else if (getsInodeRecord(file)) {
      parts.add(InodeRecordSteps.make(file, 1, nowNanos));
    }
  }

  @Override
  public Answer.Done<Empty> apply(
      List<PreparedParticipant> prepared, PartitionState partition, CommitBatch commitBatch) {
    EntryKey key = partition.keyOf(request.name());
    commitBatch.batch().deleteFile(key);
    Attributes leaves = FileRows.attributesOf(original);
    partition.usage().movesAway(new QuotaUsage(1, EntryCounts.bytesOf(leaves)));
    partition.entryRemoved(commitBatch, leaves);
    Linked.forgetOpenState(request.name(), partition);
    FileCopy found = prepared.get(0).found();
    if (request.mode() == RenameMode.EXCHANGE && found != null) {
      FileCopy exchanged = renamed(found);
      FileRows.write(commitBatch.batch(), key, exchanged);
      FileRows.takeOpenState(partition, request.name(), exchanged);
      Attributes comes = FileRows.attributesOf(exchanged);
      partition
          .usage()
          .redeem(
              commitBatch,
              partition.usage().receive(new QuotaUsage(1, EntryCounts.bytesOf(comes)), 0));
      partition.entryAdded(commitBatch, FileRows.attributesOf(exchanged));
    }
    if (whiteout != null) {
      whiteout.put(key, partition, commitBatch);
    }
    return needless();
  }

  @Override
  public void abandoned() {
    if (whiteout != null) {
      whiteout.credit().release();
    }
  }

  @Override
  public Answer.Done<Empty> needless() {
    return new Answer.Done<>(Empty.INSTANCE);
  }

  @Override
  public CommitStep rollbackStep() {
    return new InsertDentry(request.name(), original, RenameMode.REPLACE, false, false, null);
  }
}
