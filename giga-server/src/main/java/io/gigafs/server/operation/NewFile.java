package io.gigafs.server.operation;

import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.server.lane.DirectoryOwner;
import io.gigafs.server.lane.IdAllocator;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;

/** Makes a regular file of no bytes: what single and bulk creates have in common. */
final class NewFile {
  private final IdAllocator ids;

  NewFile(IdAllocator ids) {
    this.ids = ids;
  }

  /**
   * Makes the file, or finds it.
   *
   * @param mode permission bits (07777)
   * @param exclusive whether an existing file is an error
   */
  Outcome create(
      PartitionState partition, Turn turn, Caller caller, Name name, int mode, boolean exclusive) {
    if (!Permissions.has(partition, caller, Access.SEARCH)) {
      return Outcome.error(ErrorCode.EACCES);
    }
    EntryKey key = partition.keyOf(name);
    Attributes existing = turn.batch().getEntry(key);
    if (existing != null) {
      return ofExisting(existing, exclusive);
    }
    if (!Permissions.has(partition, caller, Access.WRITE)) {
      return Outcome.error(ErrorCode.EACCES);
    }
    long now = turn.wallNanos();
    DirectoryOwner owner = partition.owner();
    int gid = Access.groupOfNew(owner.mode(), owner.gid(), caller);
    Attributes made =
        new Attributes(
            ids.next(partition.slot()).value(),
            FileType.REGULAR,
            Access.modeOfNewFile(owner.mode(), owner.gid(), mode, caller),
            caller.uid(),
            gid,
            0,
            1,
            now,
            now,
            now,
            0);
    turn.batch().putEntry(key, made);
    partition.entryAdded(turn, false);
    return Outcome.file(made);
  }

  private static Outcome ofExisting(Attributes existing, boolean exclusive) {
    if (exclusive) {
      return Outcome.error(ErrorCode.EEXIST);
    }
    return existing.type() == FileType.DIRECTORY
        ? Outcome.error(ErrorCode.EISDIR)
        : Outcome.file(existing);
  }

  /** A file or an error. */
  sealed interface Outcome {
    static Outcome file(Attributes attributes) {
      return new File(attributes);
    }

    static Outcome error(ErrorCode code) {
      return new Refusal(code);
    }

    /** The file that was made or found. */
    record File(Attributes attributes) implements Outcome {}

    /** Why there is none. */
    record Refusal(ErrorCode code) implements Outcome {}
  }
}
