package io.gigafs.tablefs.schema;

import java.util.Arrays;

/**
 * The keys of a family from one to another, compared as unsigned bytes. The arrays must not be
 * changed.
 */
public final class KeyRange {
  private final byte[] first;
  private final byte[] end;

  KeyRange(byte[] first, byte[] end) {
    this.first = first;
    this.end = end;
  }

  /** From one key to another, both inclusive. */
  public static KeyRange closed(byte[] first, byte[] last) {
    return new KeyRange(first, Arrays.copyOf(last, last.length + 1));
  }

  /** The lowest key that may be in the range. */
  public byte[] first() {
    return first;
  }

  /** The lowest key behind the range. */
  public byte[] end() {
    return end;
  }

  public boolean contains(byte[] key) {
    return Arrays.compareUnsigned(first, key) <= 0 && Arrays.compareUnsigned(key, end) < 0;
  }

  /** The part of this range behind a key. The next higher key has one more byte, 0. */
  public KeyRange after(byte[] key) {
    byte[] next = Arrays.copyOf(key, key.length + 1);
    return Arrays.compareUnsigned(next, first) <= 0 ? this : new KeyRange(next, end);
  }
}
