package io.gigafs.server.fsck;

import io.gigafs.protocol.fsck.CheckRequest.CheckResult;
import io.gigafs.protocol.fsck.Finding;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of one portion of a scan: suspects, which the rules still have to examine. Not
 * thread-safe.
 */
final class ScanPortion {
  private final List<Finding> suspects = new ArrayList<>();
  private final List<String> unchecked = new ArrayList<>();
  private long partitions;
  private long entries;
  private long bytes;
  private byte[] next = {};

  void suspect(Finding suspect) {
    suspects.add(suspect);
  }

  void unchecked(String what) {
    unchecked.add(what);
  }

  void countPartition() {
    partitions++;
  }

  void countEntry() {
    entries++;
  }

  /** Counts bytes of a file that were compared with their checksum. */
  void countBytes(int count) {
    bytes += count;
  }

  /** Sets where the next portion begins. */
  void resumesAt(byte[] cursor) {
    next = cursor;
  }

  List<Finding> suspects() {
    return suspects;
  }

  /** The result, after the rules have examined the suspects. */
  CheckResult result(List<Finding> findings, List<String> alsoUnchecked) {
    List<String> all = new ArrayList<>(unchecked);
    all.addAll(alsoUnchecked);
    return new CheckResult(
        next, partitions, entries, bytes, findings, all.stream().distinct().toList());
  }
}
