package io.gigafs.client;

import java.util.List;

/**
 * Disk usage of a cluster: of the file systems of its servers' stores and its volumes, each counted
 * once.
 *
 * @param entries about how many there are
 * @param freeBytes what servers may still use of them
 * @param reservedBytes free as well, but reserved by these file systems for the superuser or for
 *     data other than Giga's
 * @param storeBytes the size of the servers' stores: names, attributes, and the bytes of small
 *     files
 * @param uncounted volumes whose size no server knows now
 */
public record ClusterSpace(
    long entries,
    long totalBytes,
    long freeBytes,
    long reservedBytes,
    long storeBytes,
    List<Integer> uncounted) {
  /** The default bytes per inode of ext4; entries take less. */
  private static final long ENTRY_BYTES = 256;

  public ClusterSpace {
    uncounted = List.copyOf(uncounted);
  }

  /** The bytes in use, by any user. */
  public long usedBytes() {
    return totalBytes - freeBytes - reservedBytes;
  }

  /**
   * About how many more entries fit, as a power of two; only free bytes limit them. Programs take
   * the difference of two answers for the number of files created in between, so the value does not
   * follow each change of the free bytes.
   */
  public long roomForEntries() {
    return Long.highestOneBit(Math.max(0, freeBytes) / ENTRY_BYTES);
  }
}
