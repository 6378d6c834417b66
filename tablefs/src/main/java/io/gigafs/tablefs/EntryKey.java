package io.gigafs.tablefs;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * Where an entry is kept: directory, position, name, in this order; compares as its encoded bytes
 * do. Immutable.
 *
 * <p>The key is encoded when it is made, so that the store and a batch use it without another copy.
 */
public final class EntryKey implements Comparable<EntryKey> {
  /** The longest name, in bytes. */
  public static final int MAX_NAME_BYTES = 255;

  private static final int NAME_OFFSET = 2 * Long.BYTES;

  private final byte[] encoded;

  private EntryKey(byte[] encoded) {
    this.encoded = encoded;
  }

  /**
   * The key of a name.
   *
   * @throws IllegalArgumentException if the name has no byte, more than 255, a slash or a NUL
   */
  public static EntryKey of(long directory, long position, byte[] name) {
    checkName(name);
    byte[] encoded = new byte[NAME_OFFSET + name.length];
    putLong(encoded, 0, directory);
    putLong(encoded, Long.BYTES, position);
    System.arraycopy(name, 0, encoded, NAME_OFFSET, name.length);
    return new EntryKey(encoded);
  }

  /** The key of encoded bytes, which now belong to the key. */
  public static EntryKey ofEncoded(byte[] encoded) {
    if (encoded.length <= NAME_OFFSET) {
      throw new IllegalArgumentException(
          "an entry key has more than " + NAME_OFFSET + " bytes, not " + encoded.length);
    }
    return new EntryKey(encoded);
  }

  public long directory() {
    return getLong(encoded, 0);
  }

  /** Unsigned. */
  public long position() {
    return getLong(encoded, Long.BYTES);
  }

  /** A copy of the name. */
  public byte[] name() {
    return Arrays.copyOfRange(encoded, NAME_OFFSET, encoded.length);
  }

  /** The encoded key itself, not to be changed. */
  public byte[] encoded() {
    return encoded;
  }

  private static void checkName(byte[] name) {
    Objects.requireNonNull(name);
    if (name.length == 0 || name.length > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "a name has 1 to " + MAX_NAME_BYTES + " bytes, not " + name.length);
    }
    for (byte b : name) {
      if (b == '/' || b == 0) {
        throw new IllegalArgumentException("a name holds neither a slash nor a NUL");
      }
    }
  }

  private static void putLong(byte[] to, int offset, long value) {
    for (int i = 0; i < Long.BYTES; i++) {
      to[offset + i] = (byte) (value >>> (8 * (Long.BYTES - 1 - i)));
    }
  }

  private static long getLong(byte[] from, int offset) {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = (value << 8) | (from[offset + i] & 0xff);
    }
    return value;
  }

  @Override
  public int compareTo(EntryKey other) {
    return Arrays.compareUnsigned(encoded, other.encoded);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EntryKey that && Arrays.equals(encoded, that.encoded);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(encoded);
  }

  @Override
  public String toString() {
    return directory()
        + "/"
        + Long.toHexString(position())
        + "/"
        + new String(name(), StandardCharsets.UTF_8);
  }
}
