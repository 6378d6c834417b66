package io.gigafs.server.partition;

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
 * Allocates the ids of new files and directories from ranges that the store reserves. Safe for use
 * by several threads.
 *
 * <p>Invariant: an id comes only from a range whose reservation is durable, and no range is
 * reserved twice. So no id is ever reused, even after a crash. The rest of a range is lost when the
 * server stops.
 *
 * <p>The next range is reserved in the background when half of a range is used, so that only a
 * slot's first id waits for the disk.
 */
public final class IdAllocator {
  private static final Logger LOG = LoggerFactory.getLogger(IdAllocator.class);

  /**
   * Ids per reservation: large enough to make reservations rare, small enough for 2^48 ids to last.
   */
  private static final int RANGE = 1 << 16;

  /** The maximum number of ids in one allocation. */
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
   * Fails if space is short, because each new id means new data.
   *
   * @throws StoreException of kind NO_SPACE
   */
  public void checkRoom() {
    store.checkRoom();
  }

  /**
   * Allocates an id of a slot that this server owns.
   *
   * @throws StoreException if no more could be reserved, or if space is short
   */
  public InodeId next(int slot) {
    return next(slot, 1);
  }

  /**
   * Allocates consecutive ids of a slot that this server owns, and returns the first.
   *
   * @param count at most {@link #MAX_AT_ONCE}
   * @throws StoreException if no more could be reserved, or if space is short
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

  /** Drops the slot's reserved ranges, as another server owns the slot now. */
  public void forget(int slot) {
    ranges.set(slot, null);
  }

  private void reserveAhead(Range range, int slot) {
    try {
      range.next = reserve(slot);
    } catch (StoreException e) {
      LOG.warn(
          "could not reserve ids of slot {} in advance; the reservation is retried on demand",
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
