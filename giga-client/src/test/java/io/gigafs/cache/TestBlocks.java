package io.gigafs.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Blocks for tests of stores. */
public final class TestBlocks {
  private static final int SMALL_BYTES = 16 << 10;

  private TestBlocks() {}

  /** The block 0 of a value, generation 1. */
  public static BlockKey key(String value) {
    return key(value, 1, 0);
  }

  public static BlockKey key(String value, long generation, int index) {
    return new BlockKey(CacheKey.of(value), generation, index);
  }

  /** Random bytes of a seed. */
  public static byte[] bytes(long seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  public static int crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length);
    return (int) crc.getValue();
  }

  /** Puts bytes with their checksum. */
  public static boolean put(CacheStore store, BlockKey key, byte[] bytes) throws IOException {
    return store.put(key, ByteBuffer.wrap(bytes), crc(bytes));
  }

  /** All bytes of a block; null if the store does not have it. */
  public static byte @Nullable [] get(CacheStore store, BlockKey key) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(SMALL_BYTES);
    int count = store.get(key, 0, into);
    if (count == SMALL_BYTES) {
      into = ByteBuffer.allocate(CacheStore.MAX_BLOCK_BYTES);
      count = store.get(key, 0, into);
    }
    if (count == CacheStore.MISS) {
      return null;
    }
    byte[] bytes = new byte[count];
    into.get(0, bytes);
    return bytes;
  }
}
