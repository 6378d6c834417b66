package io.gigafs.tablefs.engine.front;

import com.dynatrace.hash4j.hashing.Hashing;
import io.gigafs.tablefs.engine.Slice;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Rows by key in native memory. The oldest rows are evicted for new ones. Thread-safe, with striped
 * locks.
 *
 * <p>It may evict any row at any time, and never contains a row that the engine behind it no longer
 * has. A reader takes a stamp before it reads a row from the engine, and the row is not cached if
 * its bucket changed since. A writer takes stamps before it writes, and a row is not cached if
 * another write or fill changed its bucket meanwhile.
 */
final class RowCache implements AutoCloseable {
  /** The result of {@link #get} if the row is not cached. */
  static final int UNKNOWN = -2;

  private static final int MAX_STRIPE_BYTES = 1 << 20;
  private static final int MAX_STRIPES = 1 << 12;

  /**
   * A stripe doubles when its rows take a share of its bytes between these two, which differs from
   * stripe to stripe. Buckets fill unevenly: with a higher share, many would evict rows while
   * others have room.
   */
  private static final double FIRST_FULL = 0.35;

  private static final double LAST_FULL = 0.5;

  private final Stripe[] stripes;
  private final AtomicLong numbers = new AtomicLong();

  /**
   * @param mostBytes memory limit: at least one bucket; rounded down to a power of two
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
   * @return the length of the value, bytes, or {@link #UNKNOWN}; a value longer than the buffer is
   *     truncated to it
   */
  int get(long hash, byte[] key, byte[] value) {
    return stripe(hash).get(hash, key, value);
  }

  /** The stamp to take before reading or writing a row that is then added. */
  long stamp(long hash) {
    return stripe(hash).stamp(hash);
  }

  /**
   * Adds a row that was read after the stamp was taken.
   *
   * @param read number of the read, which may cover several rows, from {@link #newNumber}
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
   * Updates the cache after a write has put a row.
   *
   * @param hash of the key
   * @param stamp taken before the write
   * @param isNew whether there was certainly no such row when the stamp was taken, nor since except
   *     by this write
   */
  void put(long hash, Slice key, Slice value, long stamp, boolean isNew, long write) {
    stripe(hash).put(hash, key, value, stamp, isNew, write);
  }

  /** Updates the cache after a write has deleted a row. */
  void remove(long hash, Slice key, long write) {
    stripe(hash).remove(hash, key, write);
  }

  /** Removes all rows, after many were replaced at once. */
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

  /** Chooses a stripe by the high bits, as the low ones choose the bucket. */
  private Stripe stripe(long hash) {
    return stripes[(int) (hash >>> 48) & (stripes.length - 1)];
  }
}
