package io.gigafs.tablefs.engine.cache;

import java.util.Arrays;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A filter of hashes that grows: when the newest of its filters is full a much larger one follows,
 * up to a bound. Each look asks all of them, so they are to be few. Safe for use by several
 * threads.
 */
final class KeyFilters {
  private static final Logger LOG = LoggerFactory.getLogger(KeyFilters.class);
  private static final long FIRST_BYTES = 1 << 18;
  private static final int GROWTH = 8;

  private final long mostBytes;
  private final LongFunction<KeyFilter> maker;
  private volatile KeyFilter[] filters;

  /** What follows the newest, if that was made ahead. Guarded by this. */
  private @Nullable KeyFilter following;

  /** Set for good when there was no room for another filter. */
  private volatile boolean isLargest;

  /** Whether that was for want of heap. */
  private volatile boolean lacksHeap;

  /** Set for good when the last filter has far more than it is made for. */
  private volatile boolean hasOverflowed;

  /** Whether that was so when all hashes were there that a new filter would have. */
  private volatile boolean isTooSmall;

  KeyFilters(long mostBytes) {
    this(mostBytes, KeyFilter::new);
  }

  /**
   * @param maker makes a filter of so many bytes
   */
  KeyFilters(long mostBytes, LongFunction<KeyFilter> maker) {
    this.mostBytes = mostBytes;
    this.maker = maker;
    this.filters = new KeyFilter[] {maker.apply(Math.min(FIRST_BYTES, mostBytes))};
  }

  /** Whether it is smaller than it may be, as the JVM had no memory. */
  boolean lacksHeap() {
    return lacksHeap;
  }

  /** Whether more and more hashes seem to be there, for want of room. */
  boolean hasOverflowed() {
    return hasOverflowed;
  }

  /** Takes note that it has what it has to have; what comes now may go again. */
  void startsFromHere() {
    isTooSmall = hasOverflowed;
  }

  /** Whether another filter would be as full from its start. */
  boolean isAsGoodAsNew() {
    return isTooSmall;
  }

  /** Adds a hash, unless it seems to be there; returns whether it was not there for sure. */
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
   * Makes the next filter if it is needed before long, so that nobody waits for it: a hundred
   * megabytes take tens of milliseconds.
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

  /** A filter that is not full, in place of the newest if nobody else has made one; or the same. */
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
   * Null if the JVM has no memory for it. For programs that embed a store: a server's process ends
   * at once when its heap is used up.
   */
  private @Nullable KeyFilter make(long bytes) {
    try {
      return maker.apply(bytes);
    } catch (OutOfMemoryError e) {
      lacksHeap = true;
      LOG.warn(
          "creates become slower: the heap has no room for {} more bytes that tell which names are"
              + " not there, see -Xmx",
          bytes,
          e);
      return null;
    }
  }

  /** 0 if there is no room for one that is worth it: it is asked at each look. */
  private long bytesOfNext(KeyFilter[] all) {
    long newest = all[all.length - 1].bytes();
    long room = mostBytes - Arrays.stream(all).mapToLong(KeyFilter::bytes).sum();
    if (room < newest) {
      return 0;
    }
    long bytes = GROWTH * newest;
    // Two small ones take longer to ask than one that is as large as both.
    return room < 2 * bytes ? room : bytes;
  }
}
