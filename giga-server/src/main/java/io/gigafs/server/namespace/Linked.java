package io.gigafs.server.namespace;

import io.gigafs.index.Name;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.protocol.transaction.FileCopy;
import io.gigafs.protocol.transaction.FileCopy.FileRow;
import io.gigafs.server.entry.FileRows;
import io.gigafs.server.openstate.OpenState.LockWaiter;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.EntryKey;

/** Dentries of files that have an inode record. */
final class Linked {
  /** The sticky bit, used as the mode of a linked dentry, which has no mode of its own. */
  private static final int ONLY_OWNER = 01000;

  private Linked() {}

  /** The entry of such a dentry: the file's type and id. */
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

  /** The dentry of a file, wherever its inode record is. */
  static FileCopy name(FileCopy file, long nowNanos) {
    return name(FileRows.attributesOf(file), nowNanos);
  }

  /** The dentry of a file, as it is sent to where it is inserted. */
  static FileCopy name(Attributes file, long nowNanos) {
    return FileRows.entryOnly(entry(file, nowNanos));
  }

  /** Reduces a file to its dentry when the file and its attached rows move to an inode record. */
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
    partition.usage().movesAway(new QuotaUsage(0, EntryCounts.bytesOf(file)));
    partition.entryChanged(commitBatch, file, left);
    forgetOpenState(name, partition);
  }

  /** Drops the open state of the name, which is kept elsewhere from now on. */
  static void forgetOpenState(Name name, PartitionState partition) {
    partition.openState().forget(name).forEach(LockWaiter::retryLater);
  }

  /**
   * The dentry as found. If the directory is sticky and not the caller's, only the file's owner may
   * remove it; the inode record knows the owner.
   */
  static FileCopy found(Attributes name, boolean onlyOwner) {
    return FileRows.entryOnly(entry(name, onlyOwner ? ONLY_OWNER : 0, name.changedNanos()));
  }

  /** Whether only the file's owner may remove a dentry returned by {@link #found}. */
  static boolean isForOwner(FileCopy name) {
    return name.attributes().mode() == ONLY_OWNER;
  }

  static boolean isLinked(FileCopy file) {
    return (file.marks() & Attributes.LINKED) != 0;
  }

  /** Whether any session has open state on the file. */
  static boolean isHeld(FileCopy file) {
    return file.rows().stream().anyMatch(row -> row.kind() == FileRow.Kind.HOLD);
  }
}
