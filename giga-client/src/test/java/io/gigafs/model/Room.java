package io.gigafs.model;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts what quotas limit, and checks it. A name counts for the quota of the nearest directory
 * upwards, and so do the bytes of a file with one name; those of a file with a record count for the
 * quota that its names had when it got the record.
 */
final class Room {
  private Room() {}

  /** The directory whose quota applies to the names in a directory, or null. */
  static @Nullable Inode quotaOf(Inode directory) {
    for (Inode at = directory; ; at = at.parent) {
      if (at.limits != null) {
        return at;
      }
      if (at == at.parent) {
        return null;
      }
    }
  }

  /** Quotas do not nest. */
  static boolean hasQuotaBelow(Inode directory) {
    return directory.entries.values().stream()
        .anyMatch(each -> each.limits != null || hasQuotaBelow(each));
  }

  static long entriesBelow(Inode inode) {
    return inode.entries.values().stream().mapToLong(each -> 1 + entriesBelow(each)).sum();
  }

  /**
   * The bytes of regular files that count for a directory's quota.
   *
   * @param nameless files without a name that count
   */
  static long bytesOf(Inode quota, Inode root, List<Inode> nameless) {
    long ofNameless =
        nameless.stream()
            .filter(each -> each.recordQuota == quota)
            .mapToLong(each -> each.size)
            .sum();
    return ofNameless + bytesIn(root, quotaOf(root), quota, new HashSet<>());
  }

  private static long bytesIn(
      Inode directory, @Nullable Inode applies, Inode quota, Set<Inode> counted) {
    long bytes = 0;
    for (Inode entry : directory.entries.values()) {
      if (entry.isDirectory()) {
        bytes += bytesIn(entry, entry.limits != null ? entry : applies, quota, counted);
      } else if (entry.isRegular()
          && (entry.hasRecord ? entry.recordQuota : applies) == quota
          && counted.add(entry)) {
        bytes += entry.size;
      }
    }
    return bytes;
  }

  /** A name that is added needs an entry of the quota. */
  static void requireEntry(Inode directory) throws GigaException {
    Inode quota = quotaOf(directory);
    Inode.Limits limits = quota == null ? null : quota.limits;
    if (quota != null
        && limits != null
        && limits.maxEntries() > 0
        && entriesBelow(quota) + 1 > limits.maxEntries()) {
      throw ErrorCode.EDQUOT.exception("inode " + quota.number);
    }
  }

  /** A file that becomes larger needs bytes of its quota. */
  static void requireBytes(@Nullable Inode quota, Inode root, List<Inode> nameless, long bytes)
      throws GigaException {
    Inode.Limits limits = quota == null ? null : quota.limits;
    if (quota != null
        && limits != null
        && bytes > 0
        && limits.maxBytes() > 0
        && bytesOf(quota, root, nameless) + bytes > limits.maxBytes()) {
      throw ErrorCode.EDQUOT.exception("inode " + quota.number);
    }
  }

  /** The directory whose quota a file's bytes count for, or null. */
  static @Nullable Inode quotaOfBytes(Inode root, Inode file) {
    if (file.hasRecord) {
      return file.recordQuota;
    }
    Inode directory = directoryOf(root, file);
    return directory == null ? null : quotaOf(directory);
  }

  /** The directory of a file with one name; null if it has none any more. */
  private static @Nullable Inode directoryOf(Inode directory, Inode file) {
    for (Inode entry : directory.entries.values()) {
      Inode found = entry == file ? directory : directoryOf(entry, file);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** Nothing gets a name under another quota. */
  static void requireSame(Inode from, Inode to) throws GigaException {
    if (quotaOf(from) != quotaOf(to)) {
      throw ErrorCode.EXDEV.exception("inodes " + from.number + " and " + to.number);
    }
  }
}
