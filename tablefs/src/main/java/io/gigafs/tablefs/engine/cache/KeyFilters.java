package io.gigafs.tablefs.engine.cache;

import java.util.Arrays;

/**
 * A filter of hashes that grows: when the newest of its filters is full a larger one follows, up to
 * a bound. Safe for use by several threads.
 */
final class KeyFilters {
  private static final int FIRST_BYTES = 1 << 14;

  /** So many bytes are made at once, and set to zero, in some milliseconds. */
  private static final int MOST_FILTER_BYTES = 1 << 24;

  private final long mostBytes;
  private volatile KeyFilter[] filters = {new KeyFilter(FIRST_BYTES)};

  /** Set for good when there was no room for another filter. */
  private volatile boolean hasOverflowed;

  /** Whether that was so when all hashes were there that a new filter would have. */
  private volatile boolean isTooSmall;

  KeyFilters(long mostBytes) {
    this.mostBytes = mostBytes;
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

  void add(long hash) {
    KeyFilter[] all = filters;
    if (mayHave(all, hash)) {
      return;
    }
    KeyFilter newest = all[all.length - 1];
    if (newest.isFull()) {
      newest = grow(newest);
    }
    newest.add(hash);
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

  /** A filter that is not full, in place of the newest if nobody else has made one; or the same. */
  private synchronized KeyFilter grow(KeyFilter full) {
    KeyFilter[] all = filters;
    KeyFilter newest = all[all.length - 1];
    if (newest != full) {
      return newest;
    }
    int bytes = Math.min(2 * full.bytes(), MOST_FILTER_BYTES);
    if (Arrays.stream(all).mapToLong(KeyFilter::bytes).sum() + bytes > mostBytes) {
      hasOverflowed = true;
      return full;
    }
    KeyFilter larger = new KeyFilter(bytes);
    KeyFilter[] more = Arrays.copyOf(all, all.length + 1);
    more[all.length] = larger;
    filters = more;
    return larger;
  }
}
