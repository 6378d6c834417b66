package io.gigafs.tablefs.store;

import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.schema.CorruptValueException;
import io.gigafs.tablefs.schema.EntryValue;
import io.gigafs.tablefs.schema.ValueReader;

/** Sums up entries without creating an object per row. Not thread-safe. */
final class EntryCounter implements EntryValue.Maker<Boolean> {
  private long entries;
  private long directories;
  private long bytes;
  private long latestChangeNanos;

  /** Counts an entry. Always returns true. */
  boolean add(ValueReader value) {
    try {
      return EntryValue.take(value, this);
    } catch (CorruptValueException e) {
      entries++; // a read of the entry itself fails
      return true;
    }
  }

  @Override
  public Boolean make(
      long inode,
      FileType type,
      int mode,
      int uid,
      int gid,
      long size,
      int links,
      long accessedNanos,
      long modifiedNanos,
      long changedNanos,
      long device,
      int marks,
      long bornNanos) {
    entries++;
    directories += type == FileType.DIRECTORY ? 1 : 0;
    bytes += EntryCounts.bytesOf(type, marks, size);
    latestChangeNanos = Math.max(latestChangeNanos, changedNanos);
    return true;
  }

  EntryCounts counts() {
    return new EntryCounts(entries, directories, bytes, latestChangeNanos);
  }
}
