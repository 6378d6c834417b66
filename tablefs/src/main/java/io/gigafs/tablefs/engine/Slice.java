package io.gigafs.tablefs.engine;

import java.util.Arrays;

/** Bytes within an array that belongs to somebody else. Stands for others as its owner goes on. */
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

  /** Index in the array of the first byte. */
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
