package io.gigafs.tablefs.engine.front;

import java.util.Arrays;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A filter of hashes that grows: a full filter is followed by a much larger one, up to a limit.
 * Each lookup asks all filters, so their number is kept small. Thread-safe.
 */
final class KeyFilters {
  private static final Logger LOG = LoggerFactory.getLogger(KeyFilters.class);
  private static final long FIRST_BYTES = 1 << 18;
  private static final int GROWTH = 8;

  private final long mostBytes;
  private final LongFunction<KeyFilter> maker;
  private volatile KeyFilter[] filters;

  /** The next filter, if it was made in advance. Guarded by this. */
  private @Nullable KeyFilter following;

  /** Set for good when there was no room for another filter. */
  private volatile boolean isLargest;

  /** Whether the heap had no room for the next filter. */
  private volatile boolean lacksHeap;

  /** Set for good when the last filter is far beyond its designed number of hashes. */
  private volatile boolean hasOverflowed;

  /** Whether it had already overflowed with the hashes that a new filter would contain. */
  private volatile boolean isTooSmall;

  KeyFilters(long mostBytes) {
    this(mostBytes, KeyFilter::new);
  }

  /**
   * @param maker makes a filter of the given size in bytes
   */
  KeyFilters(long mostBytes, LongFunction<KeyFilter> maker) {
    this.mostBytes = mostBytes;
    this.maker = maker;
    this.filters = new KeyFilter[] {maker.apply(Math.min(FIRST_BYTES, mostBytes))};
  }

  /** Whether it is smaller than its limit because the JVM had no memory. */
  boolean lacksHeap() {
    return lacksHeap;
  }

  /** Whether the false positive rate grows for lack of room. */
  boolean hasOverflowed() {
    return hasOverflowed;
  }

  /** Marks the initial contents as complete. Keys added from now on may be deleted again. */
  void startsFromHere() {
    isTooSmall = hasOverflowed;
  }

  /** Whether a new filter would be as full from the start. */
  boolean isAsGoodAsNew() {
    return isTooSmall;
  }

  /** Adds a hash unless it seems to exist. Returns whether it certainly did not exist. */
  boolean add(long hash) {
    KeyFilter[] all = filters;
    if (mayHave(all, hash)) {
      return false;
    }
    KeyFilter newest = all[all.length - 1];
    if (isLargest) {
      noteOverflow(newest);
    } else if (newest.isFull()) {
      newest = grow(newest);
    }
    newest.add(hash);
    return true;
  }

  private void noteOverflow(KeyFilter last) {
    if (!hasOverflowed && last.isOverfull()) {
      hasOverflowed = true;
    }
  }

  boolean mayHave(long hash) {
    return mayHave(filters, hash);
  }

  private static boolean mayHave(KeyFilter[] all, long hash) {
    for (int i = all.length - 1; i >= 0; i--) {
      if (all[i].mayHave(hash)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Makes the next filter in advance, so that no write waits for it: allocating a hundred megabytes
   * takes tens of milliseconds.
   */
  void prepare() {
    KeyFilter[] all = filters;
    long bytes = bytesOfNext(all);
    if (bytes == 0 || isLargest || !all[all.length - 1].isHalfFull() || isPrepared()) {
      return;
    }
    KeyFilter made = make(bytes);
    synchronized (this) {
      if (filters == all && !isLargest) {
        following = made;
        isLargest = made == null;
      }
    }
  }

  private synchronized boolean isPrepared() {
    return following != null;
  }

  /**
   * A filter with room, in place of the newest unless another thread has made one; or the same
   * filter.
   */
  private synchronized KeyFilter grow(KeyFilter full) {
    KeyFilter[] all = filters;
    KeyFilter newest = all[all.length - 1];
    if (newest != full) {
      return newest;
    }
    long bytes = bytesOfNext(all);
    if (bytes == 0 || isLargest) {
      isLargest = true;
      return full;
    }
    KeyFilter larger = following == null ? make(bytes) : following;
    following = null;
    if (larger == null) {
      isLargest = true;
      return full;
    }
    KeyFilter[] more = Arrays.copyOf(all, all.length + 1);
    more[all.length] = larger;
    filters = more;
    return larger;
  }

  /**
   * Null if the JVM has no memory for it. This serves programs that embed a store: a server process
   * exits when its heap is exhausted.
   */
  private @Nullable KeyFilter make(long bytes) {
    try {
      return maker.apply(bytes);
    } catch (OutOfMemoryError e) {
      lacksHeap = true;
      LOG.warn(
          "creates become slower: the heap has no room for {} more bytes of the key filter; raise"
              + " -Xmx",
          bytes,
          e);
      return null;
    }
  }

  /**
   * Size of the next filter; 0 if there is no room for a worthwhile one, as each lookup asks it.
   */
  private long bytesOfNext(KeyFilter[] all) {
    long newest = all[all.length - 1].bytes();
    long room = mostBytes - Arrays.stream(all).mapToLong(KeyFilter::bytes).sum();
    if (room < newest) {
      return 0;
    }
    long bytes = GROWTH * newest;
    // One filter is faster to ask than two small ones.
    return room < 2 * bytes ? room : bytes;
  }
}
