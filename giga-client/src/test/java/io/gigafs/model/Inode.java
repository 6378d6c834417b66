package io.gigafs.model;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An inode, as in inode(7). */
final class Inode {
  static final int SET_UID = 04000;
  static final int SET_GID = 02000;
  static final int STICKY = 01000;
  static final int GROUP_EXECUTE = 00010;
  static final int ANY_EXECUTE = 00111;

  private static final long DAY_NANOS = 86_400_000_000_000L;

  final long number;
  final FileType type;
  int mode;
  int uid;
  int gid;
  long size;
  long accessed;
  long modified;
  long changed;
  long device;

  /** The number of names; a directory has one until it is removed. */
  int names;

  /** The open handles of the file. */
  final List<ModelFile> handles = new ArrayList<>();

  /** The bytes of a regular file, up to its size. */
  final FileBytes bytes = new FileBytes();

  /** The target of a symbolic link. */
  String target = "";

  /** The entries of a directory, by name. */
  final TreeMap<String, Inode> entries = new TreeMap<>();

  /** The parent of a directory; the root is its own parent. */
  Inode parent = this;

  final TreeMap<String, byte[]> xattrs = new TreeMap<>();
  @Nullable ModelAcl accessAcl;
  @Nullable ModelAcl defaultAcl;
  final ModelFileLocks locks = new ModelFileLocks();

  /** Limits of a directory; null for none. */
  @Nullable Limits limits;

  /** Whether a file has had several names or none: its bytes count at a record of its own. */
  boolean hasRecord;

  /** The quota that the file's record counts for: that of its names when it got the record. */
  @Nullable Inode recordQuota;

  /** When the file lost its last name or handle. */
  long closedNanos;

  /** Bytes for which an open has found room in the quota, and which are written next. */
  long roomFor;

  /** Limits of a directory's subtree; 0 for no limit. */
  record Limits(long maxEntries, long maxBytes) {}

  Inode(long number, FileType type) {
    this.number = number;
    this.type = type;
  }

  boolean isDirectory() {
    return type == FileType.DIRECTORY;
  }

  boolean isSymlink() {
    return type == FileType.SYMLINK;
  }

  boolean isRegular() {
    return type == FileType.REGULAR;
  }

  boolean isDevice() {
    return type == FileType.CHARACTER_DEVICE || type == FileType.BLOCK_DEVICE;
  }

  boolean has(int modeBit) {
    return (mode & modeBit) != 0;
  }

  /** Whether this directory is {@code other} or one above it. */
  boolean isAtOrAbove(Inode other) {
    for (Inode at = other; ; at = at.parent) {
      if (at == this) {
        return true;
      }
      if (at == at.parent) {
        return false;
      }
    }
  }

  /**
   * Whether the bytes of a file without a name count: it is open, or was within some time, which a
   * server may take to remove them.
   */
  boolean countsWithoutName(long now, long removalNanos) {
    return !handles.isEmpty() || now - closedNanos < removalNanos;
  }

  /** Gives a file a record of its own, if it has none yet. */
  void keepRecord(@Nullable Inode quota) {
    if (!hasRecord) {
      hasRecord = true;
      recordQuota = quota;
    }
  }

  /** Notes a change of the contents: names of a directory, bytes of a file. */
  void touchContents(long now) {
    modified = now;
    changed = now;
  }

  /** Notes a read of the contents, as with the mount option relatime. */
  void touchAccess(long now) {
    if (accessed <= modified || accessed <= changed || now - accessed >= DAY_NANOS) {
      accessed = now;
    }
  }

  /**
   * The size of a directory is its number of entries. It has two links, and one for each
   * subdirectory; none once it is removed.
   */
  FileAttributes attributes() {
    int directories = (int) entries.values().stream().filter(Inode::isDirectory).count();
    long shownSize = isDirectory() ? entries.size() : isSymlink() ? target.length() : size;
    return new FileAttributes(
        new InodeId(number),
        type,
        mode,
        uid,
        gid,
        shownSize,
        isDirectory() && names > 0 ? 2 + directories : names,
        accessed,
        modified,
        changed,
        device);
  }
}
