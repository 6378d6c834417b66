package io.gigafs.tablefs.engine.cache;

import io.gigafs.tablefs.engine.Slice;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/*
 *   offset  bytes   what
 *   0       8       stamp: how often rows of the bucket were written, filled in or cleared
 *   8       8       number of the write or read that did so last, 0 for a clearing
 *   16      8       the stamp before that came
 *   24      8       number of the clearing that it has seen
 *   32      2       how many bytes are used, these included
 *   34              rows, the oldest first: key length[2] value length[2] key value
 */

/** A few rows whose keys have the same hash, as far as it counts. Belongs to whoever moves it. */
final class Bucket {
  static final int BYTES = 512;

  private static final int WRITE = 8;
  private static final int BEFORE = 16;
  private static final int CLEARING = 24;
  private static final int USED = 32;
  private static final int ROWS = 34;
  private static final int LENGTHS = 4;

  /** What a row may take, so that a bucket has room for two. */
  private static final int MOST_ROW_BYTES = (BYTES - ROWS) / 2;

  private static final int NONE = -1;

  private @Nullable UnsafeBuffer table;
  private int start;

  /** Whether a row is short enough to be kept. */
  static boolean takes(int keyLength, int valueLength) {
    return LENGTHS + keyLength + valueLength <= MOST_ROW_BYTES;
  }

  /**
   * Stands for another bucket from now on: the one that starts at that byte.
   *
   * @param clearing number of the last one, which the bucket may not have seen yet
   */
  Bucket moveTo(UnsafeBuffer newTable, int newStart, long clearing) {
    table = newTable;
    start = newStart;
    if (newTable.getLong(newStart + CLEARING) != clearing) {
      touch(0);
      newTable.putLong(newStart + CLEARING, clearing);
      used(ROWS);
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

  /** Whether it is as it was when it had a stamp, but for what one write did to it. */
  boolean isUntouchedSince(long stamp, long write) {
    return stamp() == stamp
        || (table().getLong(start + WRITE) == write && table().getLong(start + BEFORE) == stamp);
  }

  /** Takes note of a write, or of a read that fills a row in. */
  void touch(long write) {
    long stamp = stamp();
    if (table().getLong(start + WRITE) != write) {
      table().putLong(start + WRITE, write);
      table().putLong(start + BEFORE, stamp);
    }
    table().putLong(start, stamp + 1);
  }

  /** How many bytes the rows take. */
  int rowBytes() {
    return used() - ROWS;
  }

  private int used() {
    // Memory that was never written to is zero.
    return Math.max(ROWS, table().getShort(start + USED));
  }

  private void used(int bytes) {
    table().putShort(start + USED, (short) bytes);
  }

  /**
   * Copies the value of a row.
   *
   * @return its length, of which only what fits was copied, or {@link RowCache#UNKNOWN}
   */
  int get(byte[] key, byte[] value) {
    int row = find(key, 0, key.length);
    if (row == NONE) {
      return RowCache.UNKNOWN;
    }
    int length = valueLength(row);
    table().getBytes(row + LENGTHS + keyLength(row), value, 0, Math.min(length, value.length));
    return length;
  }

  /** Forgets a row, if it is there. */
  void remove(byte[] key, int keyStart, int keyLength) {
    int row = find(key, keyStart, keyLength);
    if (row != NONE) {
      removeAt(row);
    }
  }

  /** Adds a row that is not there; the oldest ones make room for it. */
  void add(Slice key, Slice value) {
    add(key.array(), key.start(), key.length(), value.array(), value.start(), value.length());
  }

  /** Likewise; the key and the value may be parts of arrays. */
  void add(byte[] key, int keyStart, int keyLength, byte[] value, int valueStart, int valueLength) {
    int bytes = LENGTHS + keyLength + valueLength;
    while (used() + bytes > BYTES) {
      removeAt(start + ROWS);
    }
    int row = start + used();
    table().putShort(row, (short) keyLength);
    table().putShort(row + 2, (short) valueLength);
    table().putBytes(row + LENGTHS, key, keyStart, keyLength);
    table().putBytes(row + LENGTHS + keyLength, value, valueStart, valueLength);
    used(used() + bytes);
  }

  /** Room for a row, for {@link #divide}. */
  static byte[] scratch() {
    return new byte[MOST_ROW_BYTES];
  }

  /**
   * Adds each row to one of two empty buckets, which take its stamp.
   *
   * @param bytes a {@link #scratch}, for all buckets of a table
   */
  void divide(Bucket left, Bucket right, IsRight isRight, byte[] bytes) {
    takeStamp(left);
    takeStamp(right);
    for (int row = start + ROWS; row < end(); row = next(row)) {
      int keyLength = keyLength(row);
      int valueLength = valueLength(row);
      table().getBytes(row + LENGTHS, bytes, 0, keyLength + valueLength);
      Bucket half = isRight.test(bytes, keyLength) ? right : left;
      half.add(bytes, 0, keyLength, bytes, keyLength, valueLength);
    }
  }

  private void takeStamp(Bucket half) {
    half.table().putBytes(half.start, table(), start, ROWS);
    half.used(ROWS);
  }

  /** Tells for a key which half it belongs to. */
  @FunctionalInterface
  interface IsRight {
    boolean test(byte[] key, int keyLength);
  }

  private int find(byte[] key, int keyStart, int keyLength) {
    for (int row = start + ROWS; row < end(); row = next(row)) {
      if (keyLength(row) == keyLength && isKey(row + LENGTHS, key, keyStart, keyLength)) {
        return row;
      }
    }
    return NONE;
  }

  /** From the end, where names differ. */
  private boolean isKey(int at, byte[] key, int keyStart, int keyLength) {
    for (int i = keyLength - 1; i >= 0; i--) {
      if (table().getByte(at + i) != key[keyStart + i]) {
        return false;
      }
    }
    return true;
  }

  private void removeAt(int row) {
    int next = next(row);
    table().putBytes(row, table(), next, end() - next);
    used(used() - (next - row));
  }

  private int end() {
    return start + used();
  }

  private int next(int row) {
    return row + LENGTHS + keyLength(row) + valueLength(row);
  }

  private int keyLength(int row) {
    return table().getShort(row);
  }

  private int valueLength(int row) {
    return table().getShort(row + 2);
  }
}
