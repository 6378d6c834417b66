package io.gigafs.tablefs.schema;

import java.util.Arrays;

/**
 * Reads values that a {@link ValueWriter} wrote. Designed for reuse. Not thread-safe.
 *
 * <p>Values that are too short or too long are refused with {@link CorruptValueException}.
 */
public final class ValueReader {
  private static final byte[] NOTHING = {};

  private byte[] bytes = NOTHING;
  private int position;
  private int end;

  /** Starts at the first of {@code length} bytes of a buffer, which must not change meanwhile. */
  public ValueReader over(byte[] value, int length) {
    return over(value, 0, length);
  }

  /** Starts at an offset of a buffer, which must not change meanwhile. */
  public ValueReader over(byte[] value, int start, int length) {
    bytes = value;
    position = start;
    end = start + length;
    return this;
  }

  int readByte() {
    need(1);
    return bytes[position++] & 0xff;
  }

  long readLong() {
    need(Long.BYTES);
    long value = BigEndian.getLong(bytes, position);
    position += Long.BYTES;
    return value;
  }

  long readVarint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = readByte();
      value |= (long) (next & 0x7f) << shift;
      if (next < 0x80) {
        if (shift == 63 && next > 1) {
          break;
        }
        return value;
      }
    }
    throw new CorruptValueException("a varint has more than 64 bits before byte " + position);
  }

  /** A varint of at most 32 bits, as the bits of an int. */
  int readInt() {
    long value = readVarint();
    if (value >>> Integer.SIZE != 0) {
      throw new CorruptValueException("a number has more than 32 bits before byte " + position);
    }
    return (int) value;
  }

  long readSigned() {
    long value = readVarint();
    return (value >>> 1) ^ -(value & 1);
  }

  byte[] readBytes() {
    long length = readVarint();
    if (length < 0 || length > end - position) {
      throw new CorruptValueException(
          Long.toUnsignedString(length)
              + " bytes are announced where "
              + (end - position)
              + " are left");
    }
    byte[] value = Arrays.copyOfRange(bytes, position, position + (int) length);
    position += (int) length;
    return value;
  }

  /** Refuses bytes behind the value. */
  void finish() {
    if (position != end) {
      throw new CorruptValueException((end - position) + " bytes are left behind the value");
    }
  }

  private void need(int count) {
    if (end - position < count) {
      throw new CorruptValueException("the value ends after " + end + " bytes, too early");
    }
  }
}
