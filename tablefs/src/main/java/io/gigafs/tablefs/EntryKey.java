package io.gigafs.tablefs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where an entry is kept: directory, position, name, in this order; compares as its encoded bytes
 * do. Immutable, but for a key that {@link Reused} makes.
 *
 * <p>The key is encoded when it is made, so that the store and a batch use it without another copy.
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
   * @throws IllegalArgumentException if the name has no byte, more than 255, a slash or a NUL
   */
  public static EntryKey of(long directory, long position, byte[] name) {
    return of(directory, position, name, 0, name.length);
  }

  /**
   * The key of a name that some bytes hold, from one place to before another.
   *
   * @throws IllegalArgumentException if the name has no byte, more than 255, a slash or a NUL
   */
  public static EntryKey of(long directory, long position, byte[] bytes, int from, int to) {
    checkName(bytes, from, to);
    EntryKey key = new EntryKey(new byte[NAME_OFFSET + to - from]);
    key.encode(directory, position, bytes, from);
    return key;
  }

  /** Encodes a name that is as long as the key has room for. */
  private void encode(long directory, long position, byte[] bytes, int from) {
    LONGS.set(encoded, 0, directory);
    LONGS.set(encoded, Long.BYTES, position);
    System.arraycopy(bytes, from, encoded, NAME_OFFSET, encoded.length - NAME_OFFSET);
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

  /** The encoded key itself, not to be changed. */
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

  /** Names of one directory have positions of their own, as good as random. */
  @Override
  public int hashCode() {
    return 31 * Long.hashCode(directory()) + Long.hashCode(position());
  }

  /**
   * Makes keys for those who need one key at a time: each takes the memory of the one before it,
   * which is of no use then, if its name is as long. Belongs to one thread.
   */
  public static final class Reused {
    private @Nullable EntryKey last;

    /**
     * The key of a name that some bytes hold, from one place to before another, until the next.
     *
     * @throws IllegalArgumentException if the name has no byte, more than 255, a slash or a NUL
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
