package io.gigafs.tablefs.schema;

import java.util.Arrays;

/** A growing buffer that values are encoded into. Designed for reuse. Not thread-safe. */
public final class ValueWriter {
  private static final int INITIAL_BYTES = 256;

  private byte[] bytes = new byte[INITIAL_BYTES];
  private int length;

  /** Discards the contents. */
  public ValueWriter clear() {
    length = 0;
    return this;
  }

  /** The buffer; its first {@link #length} bytes were written. Valid until the next write. */
  public byte[] bytes() {
    return bytes;
  }

  public int length() {
    return length;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  /** The low 8 bits. */
  void writeByte(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
  }

  /** 8 bytes, big-endian. */
  void writeLong(long value) {
    reserve(Long.BYTES);
    BigEndian.putLong(bytes, length, value);
    length += Long.BYTES;
  }

  /** 1 to 10 bytes, 7 bits each, lowest first; the value is taken as unsigned. */
  void writeVarint(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  /** A varint whose lowest bit is the sign, so that small negative values are short as well. */
  void writeSigned(long value) {
    writeVarint((value << 1) ^ (value >> 63));
  }

  /** A varint length and the bytes. */
  void writeBytes(byte[] value) {
    writeVarint(value.length);
    reserve(value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
  }

  private void reserve(int count) {
    if (bytes.length - length < count) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
    }
  }
}
