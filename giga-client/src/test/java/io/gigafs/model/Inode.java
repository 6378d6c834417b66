package io.gigafs.model;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What names stand for: inode(7). */
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

  /** How many names it has: a directory one, until it is removed. */
  int names;

  /** Those who have the file open. */
  final List<ModelFile> handles = new ArrayList<>();

  /** Of a regular file, up to its size. */
  final FileBytes bytes = new FileBytes();

  /** Of a symbolic link. */
  String target = "";

  /** Of a directory, by name. */
  final TreeMap<String, Inode> entries = new TreeMap<>();

  /** Where ".." of a directory leads; the root's leads to itself. */
  Inode parent = this;

  final TreeMap<String, byte[]> xattrs = new TreeMap<>();
  @Nullable ModelAcl accessAcl;
  @Nullable ModelAcl defaultAcl;
  final ModelFileLocks locks = new ModelFileLocks();

  /** Limits of a directory; null for none. */
  @Nullable Limits limits;

  /** What may be below a directory; 0 for no limit. */
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

  /** The contents changed: names of a directory, bytes of a file. */
  void touchContents(long now) {
    modified = now;
    changed = now;
  }

  /** The contents were read; as with the mount option relatime. */
  void touchAccess(long now) {
    if (accessed <= modified || accessed <= changed || now - accessed >= DAY_NANOS) {
      accessed = now;
    }
  }

  /**
   * A directory counts its entries as its size, and two links besides its directories' ".."; none
   * once it is removed.
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
