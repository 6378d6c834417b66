package io.gigafs.server.check;

import io.gigafs.protocol.CheckResult;
import io.gigafs.protocol.Finding;
import java.util.ArrayList;
import java.util.List;

/**
 * What one bite of a scan came to: what looked wrong, to be looked at by the rules. For one thread.
 */
final class Bite {
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

  /** So many bytes of a file were held against their checksum. */
  void countBytes(int count) {
    bytes += count;
  }

  /** Where the next bite begins. */
  void goesOnAt(byte[] cursor) {
    next = cursor;
  }

  List<Finding> suspects() {
    return suspects;
  }

  /** The result, once the rules have looked. */
  CheckResult result(List<Finding> findings, List<String> alsoUnchecked) {
    List<String> all = new ArrayList<>(unchecked);
    all.addAll(alsoUnchecked);
    return new CheckResult(
        next, partitions, entries, bytes, findings, all.stream().distinct().toList());
  }
}
