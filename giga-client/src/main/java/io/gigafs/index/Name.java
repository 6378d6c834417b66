package io.gigafs.index;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The name of an entry: 1 to 255 bytes, excluding slash and NUL, compared as bytes. Immutable.
 *
 * <p>"." and ".." are never names of entries and are rejected.
 */
public final class Name implements Comparable<Name> {
  /** The maximum length of a name, in bytes. */
  public static final int MAX_BYTES = 255;

  private final byte[] bytes;
  private final long hash;

  private Name(byte[] bytes) {
    this.bytes = bytes;
    this.hash = NameHash.of(bytes, 0, bytes.length);
  }

  /**
   * A name of these bytes, of which it takes ownership.
   *
   * @throws IllegalArgumentException if they are not a valid name
   */
  public static Name of(byte[] bytes) {
    check(bytes, 0, bytes.length);
    return new Name(bytes);
  }

  /** Checks that the bytes in [from, to) are a valid name. */
  static void check(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length == 0 || length > MAX_BYTES) {
      throw new IllegalArgumentException("a name has 1 to " + MAX_BYTES + " bytes, not " + length);
    }
    for (int i = from; i < to; i++) {
      if (bytes[i] == '/' || bytes[i] == 0) {
        throw new IllegalArgumentException("a name holds neither a slash nor a NUL");
      }
    }
    if (bytes[from] == '.' && (length == 1 || (length == 2 && bytes[from + 1] == '.'))) {
      throw new IllegalArgumentException("\".\" and \"..\" are not names of entries");
    }
  }

  /** A name of a string's UTF-8 bytes. */
  public static Name of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The bytes, not copied and not to be modified. */
  public byte[] bytes() {
    return bytes;
  }

  /** The length in bytes. */
  public int length() {
    return bytes.length;
  }

  /** The 64-bit hash whose low bits address GIGA+ partitions. */
  public long hash() {
    return hash;
  }

  /** The position of the name in its directory's position space. */
  public Position position() {
    return new Position(Long.reverse(hash));
  }

  @Override
  public int compareTo(Name other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Name that && hash == that.hash && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(hash);
  }

  /** For messages: the bytes decoded as UTF-8, lossy if they are not valid UTF-8. */
  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /**
   * The hash of names: XXH3, 64 bits, seed 0. The on-disk format depends on it, so it never
   * changes.
   */
  static final class NameHash {
    private static final Hasher64 XXH3 = Hashing.xxh3_64();

    private NameHash() {}

    static long of(byte[] bytes, int from, int length) {
      return XXH3.hashBytesToLong(bytes, from, length);
    }
  }
}
