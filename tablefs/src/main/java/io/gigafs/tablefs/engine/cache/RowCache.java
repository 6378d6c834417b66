package io.gigafs.tablefs.engine.cache;

import com.dynatrace.hash4j.hashing.Hashing;
import io.gigafs.tablefs.engine.Slice;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Rows by their keys, in native memory, the oldest of which make room for new ones. Safe for use by
 * several threads, which meet at one of many locks by chance only.
 *
 * <p>It may forget any row at any time, and never has one that the engine behind it no longer has:
 * who reads a row there takes a stamp first, and the row is not taken if its place was touched
 * since; who writes rows takes stamps first too, and a row is not kept where another write, or one
 * that was read, came to its place meanwhile.
 */
final class RowCache implements AutoCloseable {
  /** What {@link #get} returns if it does not know. */
  static final int UNKNOWN = -2;

  private static final int MAX_STRIPE_BYTES = 1 << 20;
  private static final int MAX_STRIPES = 1 << 12;

  /**
   * Stripes double when rows take between this share of their bytes and that, one by one. Buckets
   * are not equally full: with more, many would lose rows while others have room.
   */
  private static final double FIRST_FULL = 0.35;

  private static final double LAST_FULL = 0.5;

  private final Stripe[] stripes;
  private final AtomicLong numbers = new AtomicLong();

  /**
   * @param mostBytes how much memory it may take: at least one bucket's, of which it takes a power
   *     of two
   */
  RowCache(long mostBytes) {
    long bytes = Long.highestOneBit(Math.max(mostBytes, Bucket.BYTES));
    int count = (int) Math.min(Math.max(1, bytes / MAX_STRIPE_BYTES), MAX_STRIPES);
    stripes = new Stripe[count];
    for (int i = 0; i < count; i++) {
      stripes[i] =
          new Stripe(
              (int) Math.min(bytes / count, 1 << 30),
              FIRST_FULL + (LAST_FULL - FIRST_FULL) * i / count);
    }
  }

  /** The hash of a key. */
  static long hash(byte[] key, int start, int length) {
    return Hashing.wyhashFinal4().hashBytesToLong(key, start, length);
  }

  static long hash(Slice key) {
    return hash(key.array(), key.start(), key.length());
  }

  /**
   * Copies the value of a row into a buffer.
   *
   * @param hash of the key
   * @return the length of the value, bytes, or {@link #UNKNOWN}; if it is more than the buffer's,
   *     only the part that fits was copied
   */
  int get(long hash, byte[] key, byte[] value) {
    return stripe(hash).get(hash, key, value);
  }

  /** To be taken before a row is read or written that is then to be added. */
  long stamp(long hash) {
    return stripe(hash).stamp(hash);
  }

  /**
   * Adds a row that was read since that stamp.
   *
   * @param read number of the read, which may be of many rows, from {@link #newNumber}
   */
  void fill(long hash, byte[] key, byte[] value, int valueLength, long stamp, long read) {
    if (Bucket.takes(key.length, valueLength)) {
      stripe(hash).fill(hash, key, value, valueLength, stamp, read);
    }
  }

  /** A number for a write or a read, above 0. */
  long newNumber() {
    return numbers.incrementAndGet();
  }

  /**
   * Takes note of a row that a write has put.
   *
   * @param hash of the key
   * @param stamp that was taken before the write
   * @param isNew whether there was no such row for sure when the stamp was taken, nor since but by
   *     this write
   */
  void put(long hash, Slice key, Slice value, long stamp, boolean isNew, long write) {
    stripe(hash).put(hash, key, value, stamp, isNew, write);
  }

  /** Takes note of a row that a write has deleted. */
  void remove(long hash, Slice key, long write) {
    stripe(hash).remove(hash, key, write);
  }

  /** Forgets all rows, as many at once were replaced. */
  void clear() {
    for (Stripe stripe : stripes) {
      stripe.clear();
    }
  }

  @Override
  public void close() {
    for (Stripe stripe : stripes) {
      stripe.close();
    }
  }

  /** By the high bits, as the low ones choose the bucket. */
  private Stripe stripe(long hash) {
    return stripes[(int) (hash >>> 48) & (stripes.length - 1)];
  }
}
