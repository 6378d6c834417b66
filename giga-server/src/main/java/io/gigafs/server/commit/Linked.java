package io.gigafs.server.commit;

import io.gigafs.index.Name;
import io.gigafs.protocol.FileCopy;
import io.gigafs.protocol.FileRow;
import io.gigafs.protocol.Usage;
import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.openstate.LockWaiter;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.EntryKey;

/** Names of files that have a place of their own. */
final class Linked {
  /** The sticky bit, as the mode of a linked file's name, which has none. */
  private static final int ONLY_OWNER = 01000;

  private Linked() {}

  /** The entry of such a name: what kind of file it is, and which. */
  static Attributes entry(Attributes file, long nowNanos) {
    return entry(file, 0, nowNanos);
  }

  private static Attributes entry(Attributes file, int mode, long nowNanos) {
    return new Attributes(
        file.inode(),
        file.type(),
        mode,
        0,
        0,
        0,
        1,
        nowNanos,
        nowNanos,
        nowNanos,
        0,
        Attributes.LINKED,
        Attributes.NO_BIRTH);
  }

  /** Likewise, of a file that has its place anywhere. */
  static FileCopy name(FileCopy file, long nowNanos) {
    return name(FileRows.attributesOf(file), nowNanos);
  }

  /** Likewise, on its way to where it is to be put. */
  static FileCopy name(Attributes file, long nowNanos) {
    return FileRows.entryOnly(entry(file, nowNanos));
  }

  /** Leaves only the name of a file that moves to its own place, with all that hangs on it. */
  static void leaveName(
      Name name,
      Attributes file,
      PartitionState partition,
      CommitBatch commitBatch,
      long nowNanos) {
    EntryKey key = partition.keyOf(name);
    Attributes left = entry(file, nowNanos);
    commitBatch.batch().deleteFile(key);
    commitBatch.batch().putEntry(key, left);
    partition.usage().movesAway(new Usage(0, EntryCounts.bytesOf(file)));
    partition.entryChanged(commitBatch, file, left);
    forgetHolds(name, partition);
  }

  /** What was held of the file of this name is known elsewhere from now on. */
  static void forgetHolds(Name name, PartitionState partition) {
    partition.holds().forget(name).forEach(LockWaiter::retryLater);
  }

  /**
   * The name as it was found in a directory; if that is sticky and not the caller's, only the
   * file's owner may take the name away, which is known elsewhere.
   */
  static FileCopy found(Attributes name, boolean onlyOwner) {
    return FileRows.entryOnly(entry(name, onlyOwner ? ONLY_OWNER : 0, name.changedNanos()));
  }

  /** Whether only the file's owner may take away a name that was {@link #found}. */
  static boolean isForOwner(FileCopy name) {
    return name.attributes().mode() == ONLY_OWNER;
  }

  static boolean isLinked(FileCopy file) {
    return (file.marks() & Attributes.LINKED) != 0;
  }

  /** Whether any session holds something of a file. */
  static boolean isHeld(FileCopy file) {
    return file.rows().stream().anyMatch(row -> row.kind() == FileRow.Kind.HOLD);
  }
}
