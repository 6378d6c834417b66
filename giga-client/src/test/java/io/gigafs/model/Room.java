package io.gigafs.model;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import org.jspecify.annotations.Nullable;

/** What is below directories, and whether quotas leave room for more; EDQUOT if not. */
final class Room {
  private Room() {}

  static long entriesBelow(Inode inode) {
    return inode.entries.values().stream().mapToLong(each -> 1 + entriesBelow(each)).sum();
  }

  static long bytesBelow(Inode inode) {
    return inode.entries.values().stream().mapToLong(each -> each.size + bytesBelow(each)).sum();
  }

  /** A directory and all above it have room for so much more. */
  static void require(Inode directory, long entries, long bytes) throws GigaException {
    for (Inode at = directory; ; at = at.parent) {
      requireIn(at, entries, bytes);
      if (at == at.parent) {
        return;
      }
    }
  }

  private static void requireIn(Inode directory, long entries, long bytes) throws GigaException {
    Inode.Limits limits = directory.limits;
    if (limits == null) {
      return;
    }
    boolean tooMany =
        entries > 0
            && limits.maxEntries() > 0
            && entriesBelow(directory) + entries > limits.maxEntries();
    boolean tooLarge =
        bytes > 0 && limits.maxBytes() > 0 && bytesBelow(directory) + bytes > limits.maxBytes();
    if (tooMany || tooLarge) {
      throw ErrorCode.EDQUOT.exception("inode " + directory.number);
    }
  }

  /** Every directory above one of a file's names has room for so many more bytes. */
  static void requireAbove(Inode directory, Inode file, long bytes) throws GigaException {
    for (Inode entry : directory.entries.values()) {
      if (entry == file) {
        require(directory, 0, bytes);
      }
      requireAbove(entry, file, bytes);
    }
  }

  /** The directories that are above the new place and not above the old one have room. */
  static void requireToMove(Inode moved, Inode from, Inode to, @Nullable Inode replaced)
      throws GigaException {
    long entries = 1 + entriesBelow(moved);
    long bytes = moved.size + bytesBelow(moved);
    if (replaced != null) {
      entries -= 1 + entriesBelow(replaced);
      bytes -= replaced.size + bytesBelow(replaced);
    }
    for (Inode at = to; !at.isAtOrAbove(from); at = at.parent) {
      requireIn(at, entries, bytes);
    }
  }
}
