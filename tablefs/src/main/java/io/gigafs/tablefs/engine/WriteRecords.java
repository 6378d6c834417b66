package io.gigafs.tablefs.engine;

import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import java.util.Arrays;

/*
 * The records of one atomic write, laid out as RocksDB lays out a write batch (write_batch.cc), so
 * that they cross into native code in one piece:
 *
 *   offset  bytes   what
 *   0       8       sequence number, filled in by RocksDB
 *   8       4       how many records follow, lowest byte first
 *   12              records, one of
 *                     5   family  key length  key  value length  value      put
 *                     4   family  key length  key                           delete
 *                     14  family  first length  first  end length  end      delete a range
 *                   where the tag has 1 byte; family and lengths are varints
 */

/**
 * The records of one atomic write, in the order in which they apply. Designed to be cleared and
 * reused. Not thread-safe.
 */
public final class WriteRecords {
  private static final int COUNT_OFFSET = 8;
  private static final int RECORDS_OFFSET = 12;
  private static final int TAG_AND_FAMILY = 2;
  private static final int INITIAL_BYTES = 4096;

  /** A buffer larger than this is released on clear. */
  private static final int KEPT_BYTES = 4 << 20;

  private static final byte PUT = 5;
  private static final byte DELETE = 4;
  private static final byte DELETE_RANGE = 14;

  private static final int HOLDS_AND_REPLIES = bit(Family.HOLDS) | bit(Family.REPLIES);

  private byte[] bytes = new byte[INITIAL_BYTES];
  private int length = RECORDS_OFFSET;
  private int count;

  /** The families with records, one bit per family number. */
  private int families;

  /** The families with range deletions, one bit per family number. */
  private int familiesOfRanges;

  /** Receives records in order. Slices are valid only until the method returns. */
  public interface Visitor {
    void put(Family family, Slice key, Slice value);

    void delete(Family family, Slice key);

    void deleteRange(Family family, Slice first, Slice end);
  }

  public void put(Family family, byte[] key, byte[] value, int valueLength) {
    start(PUT, family, key.length + valueLength);
    append(key, key.length);
    append(value, valueLength);
  }

  public void put(Family family, byte[] key, byte[] value) {
    put(family, key, value, value.length);
  }

  public void delete(Family family, byte[] key) {
    start(DELETE, family, key.length);
    append(key, key.length);
  }

  /** Copies key and value from other records. */
  public void put(Family family, Slice key, Slice value) {
    start(PUT, family, key.length() + value.length());
    append(key);
    append(value);
  }

  public void delete(Family family, Slice key) {
    start(DELETE, family, key.length());
    append(key);
  }

  public void deleteRange(Family family, KeyRange range) {
    start(DELETE_RANGE, family, range.first().length + range.end().length);
    familiesOfRanges |= bit(family);
    append(range.first(), range.first().length);
    append(range.end(), range.end().length);
  }

  public void deleteRange(Family family, Slice first, Slice end) {
    start(DELETE_RANGE, family, first.length() + end.length());
    familiesOfRanges |= bit(family);
    append(first);
    append(end);
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /**
   * Whether the write contains only open state and replies of sessions, which need not survive a
   * crash of the machine.
   */
  public boolean isOfHoldsAlone() {
    return has(Family.HOLDS) && (families & ~HOLDS_AND_REPLIES) == 0;
  }

  /** Whether there are records of a family. */
  public boolean has(Family family) {
    return (families & bit(family)) != 0;
  }

  /** Whether the records delete a range of a family. */
  public boolean deletesRangeOf(Family family) {
    return (familiesOfRanges & bit(family)) != 0;
  }

  private static int bit(Family family) {
    return 1 << family.id();
  }

  /** The current position, for {@link #truncate}. */
  public long mark() {
    return (long) count << Integer.SIZE | length;
  }

  /**
   * Drops the records that were added after a mark. {@link #has} and {@link #deletesRangeOf} may
   * still count them until the next {@link #clear}.
   */
  public void truncate(long mark) {
    count = (int) (mark >>> Integer.SIZE);
    length = (int) mark;
  }

  /** Number of records. */
  public int size() {
    return count;
  }

  /** Size of the records, bytes. */
  public int bytes() {
    return length;
  }

  public void clear() {
    length = RECORDS_OFFSET;
    count = 0;
    families = 0;
    familiesOfRanges = 0;
    if (bytes.length > KEPT_BYTES) {
      bytes = new byte[INITIAL_BYTES];
    }
  }

  /**
   * The value of a record, which must be a put.
   *
   * @param at the value of {@link #bytes} before the record was added
   */
  public Slice valueAt(int at) {
    return new Reader(bytes, length).valueAt(at);
  }

  /** Whether a record is a put. For the offset see {@link #valueAt}. */
  public boolean isPut(int at) {
    return bytes[at] == PUT;
  }

  /**
   * Points a slice at the key of a record, which must be a put or a delete. For the offset see
   * {@link #valueAt}.
   */
  public void keyAt(int at, Slice key) {
    read(bytes, at + TAG_AND_FAMILY, key);
  }

  /** The records in the layout above. */
  public byte[] toByteArray() {
    byte[] all = Arrays.copyOf(bytes, length);
    for (int i = 0; i < Integer.BYTES; i++) {
      all[COUNT_OFFSET + i] = (byte) (count >>> (8 * i));
    }
    return all;
  }

  /** Passes all records to a visitor. */
  public void forEach(Visitor visitor) {
    Reader reader = new Reader(bytes, length);
    for (int i = 0; i < count; i++) {
      reader.readRecord(visitor);
    }
  }

  private void start(byte tag, Family family, int payload) {
    int most = 1 + 3 * 5 + payload;
    if (bytes.length - length < most) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + most));
    }
    bytes[length++] = tag;
    bytes[length++] = (byte) family.id();
    count++;
    families |= bit(family);
  }

  private void append(Slice from) {
    append(from.array(), from.start(), from.length());
  }

  private void append(byte[] from, int fromLength) {
    append(from, 0, fromLength);
  }

  private void append(byte[] from, int fromStart, int fromLength) {
    int rest = fromLength;
    while ((rest & ~0x7f) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
    System.arraycopy(from, fromStart, bytes, length, fromLength);
    length += fromLength;
  }

  /** Points a slice at the bytes behind a length. Returns the offset of their end. */
  private static int read(byte[] bytes, int from, Slice slice) {
    int position = from;
    int size = 0;
    for (int shift = 0; ; shift += 7) {
      int next = bytes[position++];
      size |= (next & 0x7f) << shift;
      if (next >= 0) {
        break;
      }
    }
    slice.over(bytes, position, size);
    return position + size;
  }

  private static final class Reader {
    private final byte[] bytes;
    private final int end;
    private final Slice first = new Slice();
    private final Slice second = new Slice();
    private int position = RECORDS_OFFSET;

    Reader(byte[] bytes, int end) {
      this.bytes = bytes;
      this.end = end;
    }

    Slice valueAt(int at) {
      position = at;
      byte tag = bytes[position++];
      if (tag != PUT) {
        throw new IllegalArgumentException("record " + tag + " at byte " + at + " is no put");
      }
      position++; // the family
      read(first);
      return read(second);
    }

    void readRecord(Visitor visitor) {
      byte tag = bytes[position++];
      Family family = Family.ofId(bytes[position++]);
      switch (tag) {
        case PUT -> visitor.put(family, read(first), read(second));
        case DELETE -> visitor.delete(family, read(first));
        case DELETE_RANGE -> visitor.deleteRange(family, read(first), read(second));
        default ->
            throw new AssertionError("record " + tag + " before byte " + position + " of " + end);
      }
    }

    private Slice read(Slice slice) {
      position = WriteRecords.read(bytes, position, slice);
      return slice;
    }
  }
}
