package io.gigafs.client;

import java.util.List;

/**
 * How full a cluster is: the file systems that hold its servers' stores and its volumes, each
 * counted once.
 *
 * @param entries about how many there are
 * @param freeBytes what servers may still use of them
 * @param storeBytes what the servers' stores take: names, attributes, and the bytes of small files
 * @param uncounted volumes of which no server knows the size now
 */
public record ClusterSpace(
    long entries, long totalBytes, long freeBytes, long storeBytes, List<Integer> uncounted) {
  public ClusterSpace {
    uncounted = List.copyOf(uncounted);
  }

  /** What is not free, whoever uses it. */
  public long usedBytes() {
    return totalBytes - freeBytes;
  }
}
