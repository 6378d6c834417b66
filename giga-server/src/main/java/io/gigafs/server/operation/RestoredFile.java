package io.gigafs.server.operation;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileData;
import io.gigafs.protocol.RestoredEntry;
import io.gigafs.protocol.Usage;
import io.gigafs.server.content.StoredFiles;
import io.gigafs.server.content.StoredRow;
import io.gigafs.server.lane.IdAllocator;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/** Makes entries as they were elsewhere. */
final class RestoredFile {
  private final IdAllocator ids;

  RestoredFile(IdAllocator ids) {
    this.ids = ids;
  }

  /**
   * Makes an entry, or finds it: exactly so, or, if a volume has its bytes, with these very bytes,
   * whatever became of its attributes since. It has to be one of which its attributes say all that
   * there is to say, but for its bytes.
   */
  Answer<EntryResult> restore(
      PartitionState partition, Turn turn, Caller caller, RestoredEntry entry) {
    if (!caller.isSuperuser()) {
      return new Answer.Failed<>(ErrorCode.EPERM, "only the superuser may restore entries");
    }
    FileType type = FileType.ofCode(entry.type().code());
    if (type == FileType.DIRECTORY || type == FileType.SYMLINK || entry.size() < 0) {
      return new Answer.Failed<>(ErrorCode.EINVAL, "attributes alone do not make a " + type);
    }
    FileData data = entry.data();
    if (data != null && type != FileType.REGULAR) {
      return new Answer.Failed<>(ErrorCode.EINVAL, "a " + type + " has no bytes");
    }
    if (data instanceof FileData.Inline) {
      return new Answer.Failed<>(ErrorCode.EINVAL, "bytes are written, not restored");
    }
    FileData.Stored stored = data instanceof FileData.Stored given ? given : null;
    EntryKey key = partition.keyOf(entry.name());
    Attributes existing = turn.batch().getEntry(key);
    if (existing != null) {
      return isSame(existing, entry, stored, turn, key)
          ? new Answer.Done<>(WireAttributes.resultOf(existing))
          : new Answer.Failed<>(ErrorCode.EEXIST, "");
    }
    if (!partition.usage().tryPrepay(turn, needOf(entry))) {
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
            marks(stored));
    turn.batch().putEntry(key, made);
    if (stored != null) {
      turn.batch()
          .putInline(key, new StoredRow(stored.location(), entry.modifiedNanos(), null).encode());
    }
    partition.entryAdded(turn, made);
    return new Answer.Done<>(WireAttributes.resultOf(made));
  }

  private static int marks(FileData.@Nullable Stored stored) {
    return stored == null
        ? 0
        : stored.unsettled() ? Attributes.STORED | Attributes.UNSETTLED : Attributes.STORED;
  }

  private static boolean isSame(
      Attributes existing,
      RestoredEntry entry,
      FileData.@Nullable Stored stored,
      Turn turn,
      EntryKey key) {
    if (stored != null) {
      return existing.has(Attributes.STORED)
          && StoredFiles.row(turn.batch(), key).location().equals(stored.location());
    }
    return !existing.has(Attributes.STORED)
        && existing.links() == 1
        && entry.equals(RestoredEntry.of(entry.name(), WireAttributes.of(existing)));
  }

  /** What a restored entry takes of a quota. */
  static Usage needOf(RestoredEntry entry) {
    boolean isRegular = entry.type().code() == FileType.REGULAR.code();
    return new Usage(1, isRegular ? entry.size() : 0);
  }
}
