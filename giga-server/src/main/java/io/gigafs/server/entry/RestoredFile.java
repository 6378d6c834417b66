package io.gigafs.server.entry;

import io.gigafs.cluster.VolumeInfo;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.server.data.InlineFiles;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.data.VolumeObjectRow;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.IdAllocator;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/** Creates entries with given attributes, as they were elsewhere. */
public final class RestoredFile {
  private final CurrentView view;
  private final IdAllocator ids;

  public RestoredFile(CurrentView view, IdAllocator ids) {
    this.view = view;
    this.ids = ids;
  }

  /**
   * Creates an entry, or finds an identical one. If a volume has the bytes, an existing entry only
   * has to have the same location, whatever its attributes are now. The attributes must describe
   * the entry completely, except for its bytes.
   */
  public Answer<EntryResult> restore(
      PartitionState partition, CommitBatch commitBatch, Caller caller, RestoredEntry entry) {
    if (!caller.isSuperuser()) {
      return new Answer.Failed<>(ErrorCode.EPERM, "only the superuser may restore entries");
    }
    FileType type = FileType.ofCode(entry.type().code());
    if (type == FileType.DIRECTORY || type == FileType.SYMLINK || entry.size() < 0) {
      return new Answer.Failed<>(ErrorCode.EINVAL, "attributes alone do not make a " + type);
    }
    if (type == FileType.REGULAR && entry.device() != 0) {
      return new Answer.Failed<>(ErrorCode.EINVAL, "a REGULAR has no device number");
    }
    FileData data = entry.data();
    if (data != null && type != FileType.REGULAR) {
      return new Answer.Failed<>(ErrorCode.EINVAL, "a " + type + " has no bytes");
    }
    FileData.Inline inline = data instanceof FileData.Inline given ? given : null;
    if (inline != null && (!inline.isWhole() || inline.bytes().length > entry.size())) {
      return new Answer.Failed<>(ErrorCode.EINVAL, "the bytes are not those of the entry");
    }
    if (inline != null && inline.bytes().length > view.get().settings().mostInlineBytes()) {
      return new Answer.Failed<>(ErrorCode.EFBIG, "the file is larger than the inline limit");
    }
    FileData.Stored stored = data instanceof FileData.Stored given ? given : null;
    if (stored != null && !isAdopted(stored.location().volume())) {
      return new Answer.Failed<>(
          ErrorCode.EINVAL,
          stored.location() + ": files have their bytes on a volume only where it was adopted");
    }
    if (stored != null && stored.location().isReserved()) {
      return new Answer.Failed<>(
          ErrorCode.EINVAL, stored.location() + " is reserved for Giga itself");
    }
    EntryKey key = partition.keyOf(entry.name());
    Attributes existing = commitBatch.batch().getEntry(key);
    if (existing != null) {
      return isSame(existing, entry, commitBatch, key)
          ? new Answer.Done<>(WireAttributes.resultOf(existing))
          : new Answer.Failed<>(ErrorCode.EEXIST, "");
    }
    @Nullable ErrorCode refused = DirectoryPermissions.refuseAdding(partition, caller);
    if (refused != null) {
      return new Answer.Failed<>(refused, "");
    }
    if (!partition.usage().tryPrepay(commitBatch, needOf(entry))) {
      return Quotas.overQuota();
    }
    Attributes made =
        new Attributes(
            ids.next(partition.slot()).value(),
            type,
            entry.mode(),
            entry.uid(),
            entry.gid(),
            entry.size(),
            1,
            entry.accessedNanos(),
            entry.modifiedNanos(),
            entry.changedNanos(),
            entry.device(),
            marks(stored),
            commitBatch.wallNanos());
    if (type == FileType.REGULAR && stored == null) {
      made = made.withHoles(entry.size() - (inline == null ? 0 : inline.bytes().length));
    }
    commitBatch.batch().putEntry(key, made);
    if (stored != null) {
      commitBatch
          .batch()
          .putInline(
              key, new VolumeObjectRow(stored.location(), entry.modifiedNanos(), null).encode());
    } else if (inline != null && inline.bytes().length > 0) {
      InlineFiles.put(commitBatch.batch(), key, inline);
    }
    partition.entryAdded(commitBatch, made);
    return new Answer.Done<>(WireAttributes.resultOf(made));
  }

  private static int marks(FileData.@Nullable Stored stored) {
    return stored == null
        ? 0
        : stored.unsettled() ? Attributes.STORED | Attributes.UNSETTLED : Attributes.STORED;
  }

  private static boolean isSame(
      Attributes existing, RestoredEntry entry, CommitBatch commitBatch, EntryKey key) {
    FileData data = entry.data();
    if (data instanceof FileData.Stored stored) {
      return existing.has(Attributes.STORED)
          && StoredFiles.row(commitBatch.batch(), key).location().equals(stored.location());
    }
    RestoredEntry there = RestoredEntry.of(entry.name(), WireAttributes.of(existing));
    return !existing.has(Attributes.STORED)
        && existing.links() == 1
        && entry.with(null).equals(there)
        && (data == null || InlineFiles.has(commitBatch.batch(), key, (FileData.Inline) data));
  }

  /** The quota usage of a restored entry. */
  public static QuotaUsage needOf(RestoredEntry entry) {
    boolean isRegular = entry.type().code() == FileType.REGULAR.code();
    return new QuotaUsage(1, isRegular ? entry.size() : 0);
  }

  /** Whether a volume is an adopted tree that is not being drained. */
  private boolean isAdopted(int volume) {
    return view.get()
        .volume(volume)
        .filter(known -> known.state() == VolumeInfo.State.ADOPTED)
        .isPresent();
  }
}
