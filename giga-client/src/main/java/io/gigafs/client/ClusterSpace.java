package io.gigafs.client;

import java.util.List;

/**
 * How full a cluster is: the file systems that hold its servers' stores and its volumes, each
 * counted once.
 *
 * @param entries about how many there are
 * @param freeBytes what servers may still use of them
 * @param reservedBytes what is free as well, but that these file systems keep for the superuser, or
 *     for what is not Giga's
 * @param storeBytes what the servers' stores take: names, attributes, and the bytes of small files
 * @param uncounted volumes of which no server knows the size now
 */
public record ClusterSpace(
    long entries,
    long totalBytes,
    long freeBytes,
    long reservedBytes,
    long storeBytes,
    List<Integer> uncounted) {
  /** As much as an inode of ext4 takes by default; entries take less. */
  private static final long ENTRY_BYTES = 256;

  public ClusterSpace {
    uncounted = List.copyOf(uncounted);
  }

  /** What is not free, whoever uses it. */
  public long usedBytes() {
    return totalBytes - freeBytes - reservedBytes;
  }

  /**
   * About how many more entries there is room for, as a power of two: nothing limits them but the
   * free bytes. Programs take the difference of two such answers for what was made in between, so
   * it does not follow each change of the free bytes.
   */
  public long roomForEntries() {
    return Long.highestOneBit(Math.max(0, freeBytes) / ENTRY_BYTES);
  }
}
