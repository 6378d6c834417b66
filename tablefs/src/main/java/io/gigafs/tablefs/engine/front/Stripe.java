package io.gigafs.tablefs.engine.front;

import io.gigafs.tablefs.engine.Slice;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A part of the cached rows with its own lock: a table of buckets that doubles as it fills, up to a
 * limit. The first rows allocate it, so that a cache with few rows takes little memory.
 *
 * <p>Thread-safe. Invariants:
 *
 * <ol>
 *   <li>A row is in the bucket that the low bits of its key's hash select.
 *   <li>A bucket that has not seen the last clearing has no rows, whatever its bytes contain.
 * </ol>
 */
final class Stripe implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Stripe.class);

  private static final int FIRST_BYTES = 4 * Bucket.BYTES;

  private final double fullShare;
  private final Bucket bucket = new Bucket();
  private int mostBytes;
  private @Nullable NativeTable table;
  private long rowBytes;
  private long clearings;
  private boolean closed;

  /**
   * @param mostBytes maximum size
   * @param fullShare share of its bytes that rows may take before it doubles; differs between
   *     stripes, so that they do not all double at the same time
   */
  Stripe(int mostBytes, double fullShare) {
    this.mostBytes = mostBytes;
    this.fullShare = fullShare;
  }

  /** See {@link RowCache#get}. */
  synchronized int get(long hash, byte[] key, byte[] value) {
    return isEmpty() ? RowCache.UNKNOWN : find(hash).get(hash, key, value);
  }

  /** The stamp of the bucket of a key. */
  synchronized long stamp(long hash) {
    return isEmpty() ? 0 : find(hash).stamp();
  }

  /**
   * Adds a row that was read, unless its bucket changed since it had the stamp.
   *
   * @param read number of the read
   */
  synchronized void fill(
      long hash, byte[] key, byte[] value, int valueLength, long stamp, long read) {
    if (!makeRoom() || !find(hash).isUntouchedSince(stamp, read)) {
      return;
    }
    int before = bucket.rowBytes();
    // A concurrent write that has not reached this point must not assume that its row is not
    // cached.
    bucket.touch(read);
    bucket.remove(hash, key, 0, key.length);
    bucket.add(hash, key, value, valueLength);
    rowBytes += bucket.rowBytes() - before;
  }

  /**
   * Adds a written row. Removes it instead if another write changed its bucket since it had the
   * stamp, because the order of the two writes is unknown.
   *
   * @param hash of its key
   * @param isNew whether the row did not exist before the write, so that it need not be searched
   *     unless the bucket changed
   * @param write number of the write
   */
  synchronized void put(long hash, Slice key, Slice value, long stamp, boolean isNew, long write) {
    if (!makeRoom()) {
      return;
    }
    boolean isLast = find(hash).isUntouchedSince(stamp, write);
    int before = bucket.rowBytes();
    bucket.touch(write);
    if (!isLast || !isNew) {
      bucket.remove(hash, key.array(), key.start(), key.length());
    }
    if (isLast && Bucket.takes(key.length(), value.length())) {
      bucket.add(hash, key, value);
    }
    rowBytes += bucket.rowBytes() - before;
  }

  /** Removes a row that was deleted. */
  synchronized void remove(long hash, Slice key, long write) {
    if (!makeRoom()) {
      return;
    }
    int before = find(hash).rowBytes();
    bucket.touch(write);
    bucket.remove(hash, key.array(), key.start(), key.length());
    rowBytes += bucket.rowBytes() - before;
  }

  /** Removes all rows. */
  synchronized void clear() {
    clearings++;
    rowBytes = 0;
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (table != null) {
      table.close();
      table = null;
    }
  }

  private boolean isEmpty() {
    return table == null;
  }

  /** Moves the bucket view to the bucket of a hash. */
  private Bucket find(long hash) {
    NativeTable rows = made();
    int buckets = rows.size() / Bucket.BYTES;
    return bucket.moveTo(rows.bytes(), ((int) hash & (buckets - 1)) * Bucket.BYTES, clearings);
  }

  private NativeTable made() {
    if (table == null) {
      throw new IllegalStateException("there is no table");
    }
    return table;
  }

  /** Allocates or doubles the table if that is due. Returns false if there is none. */
  private boolean makeRoom() {
    if (closed) {
      return false;
    }
    if (table == null) {
      // A failed first allocation is final: a write that finds no table leaves no stamp.
      table = mostBytes == 0 ? null : allocate(FIRST_BYTES);
      return table != null;
    }
    if (rowBytes > fullShare * table.size() && table.size() < mostBytes) {
      NativeTable larger = allocate(2 * table.size());
      if (larger != null) {
        spread(table, larger);
        table.close();
        table = larger;
      }
    }
    return true;
  }

  private @Nullable NativeTable allocate(int size) {
    try {
      return new NativeTable(size);
    } catch (OutOfMemoryError e) {
      mostBytes = table == null ? 0 : table.size();
      LOG.warn(
          "the row cache stays smaller than its setting: no more direct memory in the JVM; raise"
              + " -XX:MaxDirectMemorySize",
          e);
      return null;
    }
  }

  private void spread(NativeTable from, NativeTable to) {
    Bucket left = new Bucket();
    Bucket right = new Bucket();
    int half = from.size() / Bucket.BYTES;
    Bucket.IsRight isRight = (key, length) -> (RowCache.hash(key, 0, length) & half) != 0;
    byte[] scratch = Bucket.scratch();
    rowBytes = 0;
    for (int start = 0; start < from.size(); start += Bucket.BYTES) {
      bucket.moveTo(from.bytes(), start, clearings);
      left.moveTo(to.bytes(), start, clearings);
      right.moveTo(to.bytes(), from.size() + start, clearings);
      bucket.divide(left, right, isRight, scratch);
      rowBytes += left.rowBytes() + right.rowBytes();
    }
  }
}
