package io.gigafs.cli.adopt;

import io.gigafs.index.Name;
import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.FileData;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.RestoredEntry;
import org.jspecify.annotations.Nullable;

/**
 * What lstat(2) says of something in a tree that is adopted, or would say.
 *
 * @param path as its tree names it
 * @param mayHaveAcl false if it is known to have no access control list
 * @param accessedNanos atime, ns since the epoch; likewise modified (mtime) and changed (ctime)
 * @param rawDevice rdev of device nodes, 0 otherwise
 * @param file which file it is, however many names it has
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
  /** Tells files apart. */
  record Id(long device, long inode) {}

  /** The entry that this is to be. */
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
   * @param isWhole whether also the ctime, which says that all of it is there
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

  /** Likewise a symbolic link, which has no mode of its own. */
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

  /** The change that takes back what links and extended attributes did to a file's times. */
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
