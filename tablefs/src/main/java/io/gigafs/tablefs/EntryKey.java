package io.gigafs.tablefs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The key of an entry: directory, position, name, in this order. Compares as its encoded bytes do.
 * Immutable, except for keys that {@link Reused} makes.
 *
 * <p>The key is encoded on creation, so that the store and a batch use it without another copy.
 */
public final class EntryKey implements Comparable<EntryKey> {
  /** The longest name, in bytes. */
  public static final int MAX_NAME_BYTES = 255;

  private static final int NAME_OFFSET = 2 * Long.BYTES;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] encoded;

  private EntryKey(byte[] encoded) {
    this.encoded = encoded;
  }

  /**
   * The key of a name.
   *
   * @throws IllegalArgumentException if the name is empty, has more than 255 bytes, a slash or a
   *     NUL
   */
  public static EntryKey of(long directory, long position, byte[] name) {
    return of(directory, position, name, 0, name.length);
  }

  /**
   * The key of a name in a range of bytes, from an index (inclusive) to another (exclusive).
   *
   * @throws IllegalArgumentException if the name is empty, has more than 255 bytes, a slash or a
   *     NUL
   */
  public static EntryKey of(long directory, long position, byte[] bytes, int from, int to) {
    checkName(bytes, from, to);
    EntryKey key = new EntryKey(new byte[NAME_OFFSET + to - from]);
    key.encode(directory, position, bytes, from);
    return key;
  }

  /** Encodes a name of exactly the length for which the key has room. */
  private void encode(long directory, long position, byte[] bytes, int from) {
    LONGS.set(encoded, 0, directory);
    LONGS.set(encoded, Long.BYTES, position);
    System.arraycopy(bytes, from, encoded, NAME_OFFSET, encoded.length - NAME_OFFSET);
  }

  /** The key of encoded bytes, which the key owns from now on. */
  public static EntryKey ofEncoded(byte[] encoded) {
    if (encoded.length <= NAME_OFFSET) {
      throw new IllegalArgumentException(
          "an entry key has more than " + NAME_OFFSET + " bytes, not " + encoded.length);
    }
    return new EntryKey(encoded);
  }

  public long directory() {
    return (long) LONGS.get(encoded, 0);
  }

  /** Unsigned. */
  public long position() {
    return (long) LONGS.get(encoded, Long.BYTES);
  }

  /** A copy of the name. */
  public byte[] name() {
    return Arrays.copyOfRange(encoded, NAME_OFFSET, encoded.length);
  }

  /** The encoded key itself, which must not be changed. */
  public byte[] encoded() {
    return encoded;
  }

  private static void checkName(byte[] bytes, int from, int to) {
    Objects.checkFromToIndex(from, to, bytes.length);
    if (to == from || to - from > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "a name has 1 to " + MAX_NAME_BYTES + " bytes, not " + (to - from));
    }
    for (int i = from; i < to; i++) {
      if (bytes[i] == '/' || bytes[i] == 0) {
        throw new IllegalArgumentException("a name holds neither a slash nor a NUL");
      }
    }
  }

  @Override
  public int compareTo(EntryKey other) {
    return Arrays.compareUnsigned(encoded, other.encoded);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EntryKey that && Arrays.equals(encoded, that.encoded);
  }

  /** Positions of names in a directory are practically random. */
  @Override
  public int hashCode() {
    return 31 * Long.hashCode(directory()) + Long.hashCode(position());
  }

  /**
   * Makes keys for callers that use one key at a time. A key reuses the memory of its predecessor,
   * which becomes invalid, if the names have the same length. Not thread-safe.
   */
  public static final class Reused {
    private @Nullable EntryKey last;

    /**
     * The key of a name in a range of bytes, valid until the next call.
     *
     * @throws IllegalArgumentException if the name is empty, has more than 255 bytes, a slash or a
     *     NUL
     */
    public EntryKey of(long directory, long position, byte[] bytes, int from, int to) {
      EntryKey key = last;
      if (key == null || key.encoded.length != NAME_OFFSET + to - from) {
        key = EntryKey.of(directory, position, bytes, from, to);
        last = key;
      } else {
        checkName(bytes, from, to);
        key.encode(directory, position, bytes, from);
      }
      return key;
    }
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
