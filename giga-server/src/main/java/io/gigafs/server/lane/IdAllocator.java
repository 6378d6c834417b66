package io.gigafs.server.lane;

import io.gigafs.index.InodeId;
import io.gigafs.tablefs.Store;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Makes the ids of new files and directories from ranges that the store reserves. Safe for use by
 * several threads.
 *
 * <p>Invariant: an id is given out only from a range whose reservation is on the disk, and no range
 * is reserved twice; so no id is ever used twice, crash or not. What is left of a range when the
 * server stops is never used.
 */
public final class IdAllocator {
  /**
   * So many ids a reservation: rare enough not to be felt, small enough that 2^48 last for ever.
   */
  private static final int RANGE = 1 << 16;

  private final Store store;
  private final AtomicReferenceArray<@Nullable Range> ranges;

  public IdAllocator(Store store, int slots) {
    this.store = store;
    this.ranges = new AtomicReferenceArray<>(slots);
  }

  /** A new id of a slot that this server owns. */
  public InodeId next(int slot) {
    Range range = ranges.get(slot);
    long counter = range == null ? -1 : range.take();
    return InodeId.of(slot, counter >= 0 ? counter : takeFromNewRange(slot));
  }

  private synchronized long takeFromNewRange(int slot) {
    Range range = ranges.get(slot);
    long counter = range == null ? -1 : range.take();
    if (counter < 0) {
      range = new Range(store.reserveIds(slot, RANGE));
      ranges.set(slot, range);
      counter = range.take();
    }
    return counter;
  }

  private static final class Range {
    private final long first;
    private final AtomicInteger taken = new AtomicInteger();

    Range(long first) {
      this.first = first;
    }

    /** The next counter, or -1 if none is left. */
    long take() {
      int offset = taken.getAndIncrement();
      if (offset >= RANGE || offset < 0) {
        taken.set(RANGE);
        return -1;
      }
      return first + offset;
    }
  }
}
