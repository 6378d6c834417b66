package io.gigafs.model;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import org.jspecify.annotations.Nullable;

/** Counts subtrees and checks quotas; a check fails with EDQUOT. */
final class Room {
  private Room() {}

  static long entriesBelow(Inode inode) {
    return inode.entries.values().stream().mapToLong(each -> 1 + entriesBelow(each)).sum();
  }

  static long bytesBelow(Inode inode) {
    return inode.entries.values().stream().mapToLong(each -> each.size + bytesBelow(each)).sum();
  }

  /** Checks the quotas of a directory and of its ancestors. */
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

  /** Checks the quotas above all names of a file. */
  static void requireAbove(Inode directory, Inode file, long bytes) throws GigaException {
    for (Inode entry : directory.entries.values()) {
      if (entry == file) {
        require(directory, 0, bytes);
      }
      requireAbove(entry, file, bytes);
    }
  }

  /** Checks the quotas above the new place that are not above the old one. */
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
