package io.gigafs.tablefs.engine.front;

import io.gigafs.tablefs.engine.Slice;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/*
 *   offset  bytes   what
 *   0       8       stamp: number of writes, fills and clearings of the bucket
 *   8       8       number of the last such write or read, 0 for a clearing
 *   16      8       the stamp before that write or read
 *   24      8       number of the last clearing that it has seen
 *   32      2       number of rows
 *   34      15      a tag of each row, which is a part of its key's hash
 *   49      15      end of each row, from offset 64 and in units of 2 bytes
 *   64              rows, the oldest first: key length[1] padding length[1] key value padding
 */

/**
 * A few rows whose keys share the relevant bits of their hash. Used under the lock of its stripe.
 *
 * <p>All row offsets are in the first 64 bytes, so a lookup touches two CPU cache lines. Walking
 * over the rows would touch one line after another, because each row gives the position of the
 * next.
 */
final class Bucket {
  static final int BYTES = 512;

  private static final int WRITE = 8;
  private static final int BEFORE = 16;
  private static final int CLEARING = 24;
  private static final int COUNT = 32;
  private static final int TAGS = 34;
  private static final int ENDS = 49;
  private static final int ROWS = 64;
  private static final int MAX_ROWS = ENDS - TAGS;
  private static final int UNIT = 2;
  private static final int LENGTHS = 2;

  /** Maximum size of a row, so that a bucket has room for two. */
  private static final int MAX_ROW_BYTES = (BYTES - ROWS) / 2;

  private static final int NONE = -1;

  private @Nullable UnsafeBuffer table;
  private int start;

  /** Whether a row is short enough to be cached. */
  static boolean takes(int keyLength, int valueLength) {
    return LENGTHS + keyLength + valueLength <= MAX_ROW_BYTES;
  }

  /**
   * Moves this view to the bucket that starts at an offset.
   *
   * @param clearing number of the last clearing, which the bucket may not have seen yet
   */
  Bucket moveTo(UnsafeBuffer newTable, int newStart, long clearing) {
    table = newTable;
    start = newStart;
    if (newTable.getLong(newStart + CLEARING) != clearing) {
      touch(0);
      newTable.putLong(newStart + CLEARING, clearing);
      count(0);
    }
    return this;
  }

  private UnsafeBuffer table() {
    if (table == null) {
      throw new IllegalStateException("stands for no bucket yet");
    }
    return table;
  }

  long stamp() {
    return table().getLong(start);
  }

  /** Whether the bucket has not changed since it had a stamp, except by the given write. */
  boolean isUntouchedSince(long stamp, long write) {
    return stamp() == stamp
        || (table().getLong(start + WRITE) == write && table().getLong(start + BEFORE) == stamp);
  }

  /** Records a change by a write, or by a read that adds a row. */
  void touch(long write) {
    long stamp = stamp();
    if (table().getLong(start + WRITE) != write) {
      table().putLong(start + WRITE, write);
      table().putLong(start + BEFORE, stamp);
    }
    table().putLong(start, stamp + 1);
  }

  /** Bytes that the rows take. */
  int rowBytes() {
    return end(count()) - ROWS;
  }

  private int count() {
    return table().getShort(start + COUNT);
  }

  private void count(int rows) {
    table().putShort(start + COUNT, (short) rows);
  }

  /** Offset of the end of the first rows, relative to the bucket. */
  private int end(int rows) {
    return rows == 0
        ? ROWS
        : ROWS + UNIT * Byte.toUnsignedInt(table().getByte(start + ENDS + rows - 1));
  }

  private void end(int rows, int end) {
    table().putByte(start + ENDS + rows - 1, (byte) ((end - ROWS) / UNIT));
  }

  private int keyLength(int row) {
    return Byte.toUnsignedInt(table().getByte(start + end(row)));
  }

  private int valueLength(int row) {
    int padding = table().getByte(start + end(row) + 1);
    return end(row + 1) - end(row) - LENGTHS - keyLength(row) - padding;
  }

  /**
   * Copies the value of a row.
   *
   * @param hash of the key
   * @return length of the value, which is truncated to the buffer, or {@link RowCache#UNKNOWN}
   */
  int get(long hash, byte[] key, byte[] value) {
    int row = find(hash, key, 0, key.length);
    if (row == NONE) {
      return RowCache.UNKNOWN;
    }
    int length = valueLength(row);
    int begin = start + end(row) + LENGTHS + key.length;
    table().getBytes(begin, value, 0, Math.min(length, value.length));
    return length;
  }

  /** Removes a row, if it exists. */
  void remove(long hash, byte[] key, int keyStart, int keyLength) {
    int row = find(hash, key, keyStart, keyLength);
    if (row != NONE) {
      removeRow(row);
    }
  }

  /** Adds a row that does not exist yet. Evicts the oldest rows to make room. */
  void add(long hash, Slice key, Slice value) {
    add(
        tagOf(hash),
        key.array(),
        key.start(),
        key.length(),
        value.array(),
        value.start(),
        value.length());
  }

  /** Adds a row that does not exist yet, and whose key is a whole array. */
  void add(long hash, byte[] key, byte[] value, int valueLength) {
    add(tagOf(hash), key, 0, key.length, value, 0, valueLength);
  }

  private void add(
      byte tag,
      byte[] key,
      int keyStart,
      int keyLength,
      byte[] value,
      int valueStart,
      int valueLength) {
    int used = LENGTHS + keyLength + valueLength;
    int padding = used % UNIT;
    int bytes = used + padding;
    while (count() == MAX_ROWS || end(count()) + bytes > BYTES) {
      removeRow(0);
    }
    int row = count();
    int begin = end(row);
    int at = start + begin;
    table().putByte(at, (byte) keyLength);
    table().putByte(at + 1, (byte) padding);
    table().putBytes(at + LENGTHS, key, keyStart, keyLength);
    table().putBytes(at + LENGTHS + keyLength, value, valueStart, valueLength);
    table().putByte(start + TAGS + row, tag);
    end(row + 1, begin + bytes);
    count(row + 1);
  }

  /** A buffer for one row, for {@link #divide}. */
  static byte[] scratch() {
    return new byte[MAX_ROW_BYTES];
  }

  /**
   * Distributes the rows to two empty buckets, which take over the stamp.
   *
   * @param bytes a {@link #scratch}, reused for all buckets of a table
   */
  void divide(Bucket left, Bucket right, IsRight isRight, byte[] bytes) {
    takeStamp(left);
    takeStamp(right);
    for (int row = 0; row < count(); row++) {
      int keyLength = keyLength(row);
      int valueLength = valueLength(row);
      table().getBytes(start + end(row) + LENGTHS, bytes, 0, keyLength + valueLength);
      Bucket half = isRight.test(bytes, keyLength) ? right : left;
      half.add(
          table().getByte(start + TAGS + row), bytes, 0, keyLength, bytes, keyLength, valueLength);
    }
  }

  private void takeStamp(Bucket half) {
    half.table().putBytes(half.start, table(), start, COUNT);
    half.count(0);
  }

  /** Decides which half a key belongs to. */
  @FunctionalInterface
  interface IsRight {
    boolean test(byte[] key, int keyLength);
  }

  /** Uses other bits of the hash than the choice of stripe and bucket. */
  private static byte tagOf(long hash) {
    return (byte) (hash >>> 36);
  }

  private int find(long hash, byte[] key, int keyStart, int keyLength) {
    byte tag = tagOf(hash);
    int rows = count();
    for (int row = 0; row < rows; row++) {
      if (table().getByte(start + TAGS + row) == tag && isKey(row, key, keyStart, keyLength)) {
        return row;
      }
    }
    return NONE;
  }

  /** Compares from the end, where names differ. */
  private boolean isKey(int row, byte[] key, int keyStart, int keyLength) {
    if (keyLength(row) != keyLength) {
      return false;
    }
    int at = start + end(row) + LENGTHS;
    for (int i = keyLength - 1; i >= 0; i--) {
      if (table().getByte(at + i) != key[keyStart + i]) {
        return false;
      }
    }
    return true;
  }

  private void removeRow(int row) {
    int begin = end(row);
    int next = end(row + 1);
    int rows = count();
    table().putBytes(start + begin, table(), start + next, end(rows) - next);
    for (int later = row + 1; later < rows; later++) {
      table().putByte(start + TAGS + later - 1, table().getByte(start + TAGS + later));
      end(later, end(later + 1) - (next - begin));
    }
    count(rows - 1);
  }
}
