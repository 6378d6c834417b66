package io.gigafs.cli.adopt;

import io.gigafs.index.Name;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.namespace.AttributeChange;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a file in an adopted tree, as of lstat(2).
 *
 * @param path in the tree
 * @param mayHaveAcl false if it is known to have no access control list
 * @param accessedNanos atime, ns since the epoch; modified (mtime) and changed (ctime) are the same
 * @param rawDevice rdev of device nodes, 0 otherwise
 * @param file identifies the file, whatever its names
 */
record SourceFile(
    String path,
    FileType type,
    int mode,
    boolean mayHaveAcl,
    int uid,
    int gid,
    long size,
    int links,
    long accessedNanos,
    long modifiedNanos,
    long changedNanos,
    long rawDevice,
    Id file) {
  /** Identifies a file. */
  record Id(long device, long inode) {}

  /** The entry to create. */
  RestoredEntry entry(Name name, @Nullable FileData data) {
    return new RestoredEntry(
        name,
        type,
        mode,
        uid,
        gid,
        type == FileType.REGULAR ? size : 0,
        accessedNanos,
        modifiedNanos,
        changedNanos,
        rawDevice,
        data);
  }

  /**
   * The change that gives a directory these attributes.
   *
   * @param isWhole whether to set the ctime, which marks the directory as complete
   */
  AttributeChange restoring(boolean isWhole) {
    return new AttributeChange(
        mode,
        uid,
        gid,
        null,
        AttributeChange.TimeChange.to(accessedNanos),
        AttributeChange.TimeChange.to(modifiedNanos),
        isWhole ? changedNanos : null);
  }

  /** The same for a symbolic link, which has no mode of its own. */
  AttributeChange restoringLink() {
    return new AttributeChange(
        null,
        uid,
        gid,
        null,
        AttributeChange.TimeChange.to(accessedNanos),
        AttributeChange.TimeChange.to(modifiedNanos),
        changedNanos);
  }

  /** The change that resets a file's times after links and extended attributes were set. */
  AttributeChange restoringTimes() {
    return new AttributeChange(
        null,
        null,
        null,
        null,
        AttributeChange.TimeChange.to(accessedNanos),
        AttributeChange.TimeChange.to(modifiedNanos),
        changedNanos);
  }
}
