package io.gigafs.server.lane;

import io.gigafs.index.InodeId;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the ids of new files and directories from ranges that the store reserves. Safe for use by
 * several threads.
 *
 * <p>Invariant: an id is given out only from a range whose reservation is on the disk, and no range
 * is reserved twice; so no id is ever used twice, crash or not. What is left of a range when the
 * server stops is never used.
 *
 * <p>The next range is reserved in the background when half of one is used up, so that only a
 * slot's first id makes anyone wait for the disk.
 */
public final class IdAllocator {
  private static final Logger LOG = LoggerFactory.getLogger(IdAllocator.class);

  /**
   * So many ids a reservation: rare enough not to be felt, small enough that 2^48 last for ever.
   */
  private static final int RANGE = 1 << 16;

  /** So many ids may be asked for at once. */
  public static final int MAX_AT_ONCE = RANGE / 8;

  private final Store store;
  private final Executor background;
  private final AtomicReferenceArray<@Nullable Range> ranges;

  public IdAllocator(Store store, int slots, Executor background) {
    this.store = store;
    this.background = background;
    this.ranges = new AtomicReferenceArray<>(slots);
  }

  /**
   * Refuses if space is short: whoever needs an id makes something.
   *
   * @throws StoreException of kind NO_SPACE
   */
  public void checkRoom() {
    store.checkRoom();
  }

  /**
   * A new id of a slot that this server owns.
   *
   * @throws StoreException if no more could be reserved, or if space is short
   */
  public InodeId next(int slot) {
    return next(slot, 1);
  }

  /**
   * New ids of a slot that this server owns, one after the other: the first of them. All of them
   * count as given out.
   *
   * @param count at most {@link #MAX_AT_ONCE}
   * @throws StoreException likewise
   */
  public InodeId next(int slot, int count) {
    if (count < 1 || count > MAX_AT_ONCE) {
      throw new IllegalArgumentException(count + " ids at once");
    }
    checkRoom();
    while (true) {
      Range range = ranges.get(slot);
      int taken = range == null ? RANGE : range.taken.getAndAdd(count);
      if (range != null && taken >= 0 && taken <= RANGE - count) {
        if (taken <= RANGE / 2 && taken + count > RANGE / 2) {
          background.execute(() -> reserveAhead(range, slot));
        }
        return InodeId.of(slot, range.first + taken);
      }
      Range next = range == null ? null : range.next;
      ranges.compareAndSet(slot, range, next != null ? next : reserve(slot));
    }
  }

  /** Never again makes an id of what was reserved for the slot so far: another server owns it. */
  public void forget(int slot) {
    ranges.set(slot, null);
  }

  private void reserveAhead(Range range, int slot) {
    try {
      range.next = reserve(slot);
    } catch (StoreException e) {
      LOG.warn(
          "could not reserve ids of slot {} ahead; it is tried again when they are needed",
          slot,
          e);
    }
  }

  private Range reserve(int slot) {
    return new Range(store.reserveIds(slot, RANGE));
  }

  private static final class Range {
    private final long first;
    private final AtomicInteger taken = new AtomicInteger();
    private volatile @Nullable Range next;

    Range(long first) {
      this.first = first;
    }
  }
}
