package io.gigafs.cache.adapter;

import io.gigafs.cache.CacheKey;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A block as a value of a third-party store.
 *
 * <pre>
 * 0  1  length of the key, 0 where the store's key has all of it
 * 1  4  CRC32C of the bytes
 * 5  4  their length
 * 9     the key
 *       the bytes
 * </pre>
 */
final class BlockValue {
  private static final int CRC = 1;
  private static final int LENGTH = 5;
  static final int HEADER = 9;

  /** The maximum length that a value has in addition to its block. */
  static final int MAX_OVERHEAD = HEADER + CacheKey.MAX_BYTES;

  private BlockValue() {}

  static byte[] of(CacheKey key, ByteBuffer bytes, int crc) {
    byte[] name = BlockName.isDigest(key) ? key.toBytes() : new byte[0];
    byte[] value = new byte[HEADER + name.length + bytes.remaining()];
    ByteBuffer.wrap(value)
        .put((byte) name.length)
        .putInt(crc)
        .putInt(bytes.remaining())
        .put(name)
        .put(bytes.duplicate());
    return value;
  }

  /** The bytes of a block; null unless the key and the checksum match. */
  static @Nullable ByteBuffer bytes(CacheKey key, byte[] value) {
    if (value.length < HEADER) {
      return null;
    }
    int nameLength = value[0] & 0xff;
    int length = ByteBuffer.wrap(value).getInt(LENGTH);
    if (length < 0 || value.length - HEADER - nameLength != length) {
      return null;
    }
    if (nameLength > 0
        && !Arrays.equals(Arrays.copyOfRange(value, HEADER, HEADER + nameLength), key.toBytes())) {
      return null;
    }
    CRC32C crc = new CRC32C();
    crc.update(value, HEADER + nameLength, length);
    return (int) crc.getValue() == ByteBuffer.wrap(value).getInt(CRC)
        ? ByteBuffer.wrap(value, HEADER + nameLength, length)
        : null;
  }

  /** The key in a value, if it has one. */
  static @Nullable CacheKey key(byte[] value) {
    int nameLength = value.length < HEADER ? 0 : value[0] & 0xff;
    return nameLength == 0 || value.length < HEADER + nameLength
        ? null
        : CacheKey.of(Arrays.copyOfRange(value, HEADER, HEADER + nameLength));
  }

  /** The length of the block in a value of the given length. */
  static int blockLength(int valueLength, @Nullable CacheKey key) {
    return Math.max(0, valueLength - HEADER - (key == null ? 0 : key.length()));
  }
}
