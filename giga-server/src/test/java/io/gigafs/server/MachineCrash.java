package io.gigafs.server;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.Partition;
import java.util.ArrayList;
import java.util.List;

/**
 * A machine that died and lost what was not on its disk.
 *
 * <p>What it may have lost is what the partitions that it held committed after {@link
 * #safeUntilNanos}, and whatever was done since in directories that it forgot.
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

  /** When the machine died. */
  long atNanos() {
    return atNanos;
  }

  /** Until when all that was committed is kept. */
  long safeUntilNanos() {
    return safeUntilNanos;
  }

  /** When the server was back, with what was left. */
  long backAtNanos() {
    return backAtNanos;
  }

  /** Whether the machine held the partition that owns the name. */
  boolean held(InodeId directory, Name name) {
    return held.stream()
        .anyMatch(each -> each.directory.equals(directory) && each.partition.owns(name.hash()));
  }
}
