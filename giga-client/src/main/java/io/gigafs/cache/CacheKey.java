package io.gigafs.cache;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** The name of a value in a cache: 1 to {@value #MAX_BYTES} bytes of any content. Immutable. */
public final class CacheKey {
  /** The key limit of Memcached less what adapters add. */
  public static final int MAX_BYTES = 200;

  private final byte[] bytes;
  private final int hash;

  private CacheKey(byte[] bytes) {
    if (bytes.length == 0 || bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a key has 1 to " + MAX_BYTES + " bytes, not " + bytes.length);
    }
    this.bytes = bytes;
    this.hash = Arrays.hashCode(bytes);
  }

  /** A key with a copy of some bytes. */
  public static CacheKey of(byte[] bytes) {
    return new CacheKey(bytes.clone());
  }

  /** A key with the UTF-8 bytes of a text. */
  public static CacheKey of(String text) {
    return new CacheKey(text.getBytes(StandardCharsets.UTF_8));
  }

  public int length() {
    return bytes.length;
  }

  /** A copy of its bytes. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CacheKey key && hash == key.hash && Arrays.equals(bytes, key.bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** Text, or hexadecimal digits if it is not printable. */
  @Override
  public String toString() {
    for (byte each : bytes) {
      if (each < ' ' || each > '~') {
        return "0x" + HexFormat.of().formatHex(bytes);
      }
    }
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
