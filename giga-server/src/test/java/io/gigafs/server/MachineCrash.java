package io.gigafs.server;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.Partition;
import java.util.ArrayList;
import java.util.List;

/**
 * A crash of a machine that lost unsynced writes.
 *
 * <p>It may have lost the commits after {@link #safeUntilNanos} in the partitions that it owned,
 * and all later changes in directories that it lost.
 */
final class MachineCrash {
  private final long atNanos;
  private final long safeUntilNanos;
  private final List<Held> held = new ArrayList<>();
  private long backAtNanos = Long.MAX_VALUE;

  MachineCrash(long atNanos, long safeUntilNanos) {
    this.atNanos = atNanos;
    this.safeUntilNanos = safeUntilNanos;
  }

  private record Held(InodeId directory, Partition partition) {}

  void held(InodeId directory, Partition partition) {
    held.add(new Held(directory, partition));
  }

  void backAtTheLatest(long nanos) {
    backAtNanos = Math.min(backAtNanos, nanos);
  }

  /** When the machine crashed. */
  long atNanos() {
    return atNanos;
  }

  /** The time until which all commits are kept. */
  long safeUntilNanos() {
    return safeUntilNanos;
  }

  /** When the server was back with the remaining rows. */
  long backAtNanos() {
    return backAtNanos;
  }

  /** Whether the machine owned the partition of the name. */
  boolean held(InodeId directory, Name name) {
    return held.stream()
        .anyMatch(each -> each.directory.equals(directory) && each.partition.owns(name.hash()));
  }
}
