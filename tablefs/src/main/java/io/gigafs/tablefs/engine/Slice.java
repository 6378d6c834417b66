package io.gigafs.tablefs.engine;

import java.util.Arrays;

/**
 * A range of bytes of an array that another object owns. The owner reuses it for other bytes as it
 * advances.
 */
public final class Slice {
  private static final byte[] NOTHING = {};

  private byte[] array = NOTHING;
  private int start;
  private int length;

  Slice over(byte[] newArray, int newStart, int newLength) {
    array = newArray;
    start = newStart;
    length = newLength;
    return this;
  }

  public byte[] array() {
    return array;
  }

  /** Index of the first byte in the array. */
  public int start() {
    return start;
  }

  public int length() {
    return length;
  }

  /** A copy of the bytes. */
  public byte[] toByteArray() {
    return Arrays.copyOfRange(array, start, start + length);
  }
}
