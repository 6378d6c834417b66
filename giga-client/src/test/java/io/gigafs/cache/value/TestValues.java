package io.gigafs.cache.value;

import io.gigafs.cache.TestBlocks;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Self-describing values: a seed and a length, followed by bytes that derive from the seed. */
public final class TestValues {
  private static final int HEAD_BYTES = Long.BYTES + Integer.BYTES;

  private TestValues() {}

  /** A value of a length, at least 12. */
  public static byte[] of(long seed, int length) {
    byte[] bytes = TestBlocks.bytes(seed, length);
    ByteBuffer.wrap(bytes).putLong(seed).putInt(length);
    return bytes;
  }

  /** Whether the bytes are one complete value. */
  public static boolean isWhole(byte[] bytes) {
    if (bytes.length < HEAD_BYTES) {
      return false;
    }
    ByteBuffer head = ByteBuffer.wrap(bytes);
    return Arrays.equals(bytes, of(head.getLong(), head.getInt()));
  }

  /** The seed of a value. */
  public static long seed(byte[] bytes) {
    return ByteBuffer.wrap(bytes).getLong();
  }
}
