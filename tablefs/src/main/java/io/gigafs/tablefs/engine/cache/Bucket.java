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
 *   32      2       how many rows there are
 *   34      15      a tag of each row, which is a part of its key's hash
 *   49      15      where each row ends, from offset 64 and in units of 2 bytes
 *   64              rows, the oldest first: key length[1] padding length[1] key value padding
 */

/**
 * A few rows whose keys have the same hash, as far as it counts. Used under the lock of its stripe.
 *
 * <p>All that says where a row is lies in the first 64 bytes, so a look takes two lines of the
 * processor's cache: a walk over the rows takes one after the other, as each row says where the
 * next one is.
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

  /** What a row may take, so that a bucket has room for two. */
  private static final int MAX_ROW_BYTES = (BYTES - ROWS) / 2;

  private static final int NONE = -1;

  private @Nullable UnsafeBuffer table;
  private int start;

  /** Whether a row is short enough to be kept. */
  static boolean takes(int keyLength, int valueLength) {
    return LENGTHS + keyLength + valueLength <= MAX_ROW_BYTES;
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
    return end(count()) - ROWS;
  }

  private int count() {
    return table().getShort(start + COUNT);
  }

  private void count(int rows) {
    table().putShort(start + COUNT, (short) rows);
  }

  /** Where a number of rows ends, from the bucket's start. */
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
   * @return its length, of which only what fits was copied, or {@link RowCache#UNKNOWN}
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

  /** Forgets a row, if it is there. */
  void remove(long hash, byte[] key, int keyStart, int keyLength) {
    int row = find(hash, key, keyStart, keyLength);
    if (row != NONE) {
      removeRow(row);
    }
  }

  /** Adds a row that is not there; the oldest ones make room for it. */
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

  /** Adds a row that is not there, whose key is a whole array. */
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

  /** Room for a row, for {@link #divide}. */
  static byte[] scratch() {
    return new byte[MAX_ROW_BYTES];
  }

  /**
   * Adds each row to one of two empty buckets, which take its stamp.
   *
   * @param bytes a {@link #scratch}, for all buckets of a table
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

  /** Tells for a key which half it belongs to. */
  @FunctionalInterface
  interface IsRight {
    boolean test(byte[] key, int keyLength);
  }

  /** Not the bits that choose the stripe, or the bucket. */
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

  /** From the end, where names differ. */
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
