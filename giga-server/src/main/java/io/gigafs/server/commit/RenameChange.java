package io.gigafs.server.commit;

import io.gigafs.protocol.AdjustLinkCount.Change;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.CommitStep;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileCopy;
import io.gigafs.protocol.InsertDentry;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.RenameMode;
import io.gigafs.protocol.RenameRequest;
import io.gigafs.protocol.Usage;
import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.EntryKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * rename(2): the file is put to its new name and taken from its old one; in an exchange the old
 * name gets what the new one had.
 *
 * <p>A file that sessions hold gets a place of its own when it leaves its directory, or when its
 * name goes to another, so that they find it; one that has such a place has its names counted.
 */
final class RenameChange implements NamespaceTransaction<Empty> {
  private final RenameRequest request;
  private final FileCopy original;
  private final boolean onlyOwner;
  private final InsertDentry put;
  private final long nowNanos;
  private final @Nullable Whiteout whiteout;

  /**
   * A rename.
   *
   * @param original the file as it is
   * @param refused why the caller may not take it from its old name, or null
   * @param onlyOwner whether only the file's owner may, where that is known elsewhere
   * @param nowNanos wall-clock time, ns since the epoch
   * @param whiteout what is left at the old name, or null for nothing
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

  /** What a file is at the other name. */
  private FileCopy renamed(FileCopy file) {
    return Linked.isLinked(file) || getsHome(file)
        ? Linked.name(file, nowNanos)
        : FileRows.withChanged(file, nowNanos);
  }

  /** Sessions find a file in other partitions of its directory, but not in other directories. */
  private boolean getsHome(FileCopy file) {
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
      return new Next(partsAtHomes(found), null);
    }
    return replacesOtherKind(found) ? Next.refuse(ErrorCode.ENOTDIR) : Next.COMMIT;
  }

  /**
   * Whether a directory is to replace what is none. It comes as far as this only if the caller's
   * right to remove that was looked at elsewhere, which errors tell of first.
   */
  private boolean replacesOtherKind(@Nullable FileCopy found) {
    return request.mode().atNewName() == RenameMode.REPLACE
        && original.attributes().isDirectory()
        && found != null
        && !found.attributes().isDirectory();
  }

  private List<Participant> partsAtHomes(@Nullable FileCopy found) {
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
    } else if (getsHome(file)) {
      parts.add(InodeRecordSteps.make(file, 1, nowNanos));
    }
  }

  @Override
  public Answer.Done<Empty> apply(
      List<PreparedParticipant> prepared, PartitionState partition, CommitBatch commitBatch) {
    EntryKey key = partition.keyOf(request.name());
    commitBatch.batch().deleteFile(key);
    Attributes leaves = FileRows.attributesOf(original);
    partition.usage().movesAway(new Usage(1, EntryCounts.bytesOf(leaves)));
    partition.entryRemoved(commitBatch, leaves);
    Linked.forgetHolds(request.name(), partition);
    FileCopy found = prepared.get(0).found();
    if (request.mode() == RenameMode.EXCHANGE && found != null) {
      FileCopy exchanged = renamed(found);
      FileRows.write(commitBatch.batch(), key, exchanged);
      FileRows.takeHolds(partition, request.name(), exchanged);
      Attributes comes = FileRows.attributesOf(exchanged);
      partition
          .usage()
          .redeem(
              commitBatch, partition.usage().takeIn(new Usage(1, EntryCounts.bytesOf(comes)), 0));
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
  public CommitStep takeBack() {
    return new InsertDentry(request.name(), original, RenameMode.REPLACE, false, false, null);
  }
}
