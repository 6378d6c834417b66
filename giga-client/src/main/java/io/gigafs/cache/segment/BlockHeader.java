package io.gigafs.cache.segment;

import io.gigafs.cache.CacheKey;
import java.nio.ByteBuffer;

/**
 * The header before the bytes of a small block in a segment, which identifies them; numbers are
 * big-endian. The generation is not included, because it changes without the bytes.
 *
 * <pre>
 *  0  magic        4  "BLCK"
 *  4  crc          4  CRC32C of the rest of the header
 *  8  sequence     8  of the segment
 * 16  offset       4  of the header in the segment file
 * 20  index        4  of the block
 * 24  length       4  of its bytes
 * 28  data crc     4  CRC32C of its bytes
 * 32  key length   4
 * 36  key
 *     0 to 7 bytes, and then the block's
 * </pre>
 */
final class BlockHeader {
  /** Headers are aligned to this. */
  static final int ALIGNMENT = 8;

  /** The maximum length of a header, for the longest key. */
  static final int MAX_BYTES = align(BlockHeader.FIXED_BYTES + CacheKey.MAX_BYTES);

  /**
   * Blocks of this size and more have no header and are page-aligned. A header would cost a second
   * write, a quarter of the time of a 64 KiB block. It would add nothing to the checksum in the
   * index log, and a location in a segment belongs to one block at a time. Pages that are
   * overwritten completely are not read before, and the kernel copies them faster.
   */
  private static final int LARGE_BYTES = 32 << 10;

  private static final int PAGE_BYTES = 4096;

  private static final int FIXED_BYTES = 36;
  private static final int MAGIC = 0x424C434B;
  private static final int CRC_AT = 4;
  private static final int CRC_FROM = 8;

  private BlockHeader() {}

  static int align(int bytes) {
    return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
  }

  /** The length of a block's header. */
  static int bytes(CacheKey key, int length) {
    return isLarge(length) ? 0 : align(FIXED_BYTES + key.length());
  }

  /** The bytes that a block takes in a segment, with its header. */
  static int takenBytes(CacheKey key, int length) {
    return align(bytes(key, length) + length);
  }

  /** The alignment of a block's location. */
  static int alignment(int length) {
    return isLarge(length) ? PAGE_BYTES : ALIGNMENT;
  }

  /** Whether blocks of a length have whole pages and no header. */
  static boolean isLarge(int length) {
    return length >= LARGE_BYTES;
  }

  /** Appends the header of a block to a buffer. */
  static void encode(Block block, ByteBuffer out) {
    int start = out.position();
    out.putInt(MAGIC).putInt(0).putLong(block.segment.sequence()).putInt(block.offset);
    out.putInt(block.index).putInt(block.length).putInt(block.crc);
    out.putInt(block.key.length()).put(block.key.toBytes());
    int end = start + bytes(block.key, block.length);
    while (out.position() < end) {
      out.put((byte) 0);
    }
    out.putInt(start + CRC_AT, crc(out, start, end));
  }

  /** Whether a buffer starts with the header of a block. */
  static boolean isOf(Block block, ByteBuffer in) {
    byte[] key = block.key.toBytes();
    if (in.getInt(0) != MAGIC
        || in.getLong(8) != block.segment.sequence()
        || in.getInt(16) != block.offset
        || in.getInt(20) != block.index
        || in.getInt(24) != block.length
        || in.getInt(28) != block.crc
        || in.getInt(32) != key.length) {
      return false;
    }
    return in.slice(FIXED_BYTES, key.length).equals(ByteBuffer.wrap(key))
        && in.getInt(CRC_AT) == crc(in, 0, bytes(block.key, block.length));
  }

  private static int crc(ByteBuffer buffer, int start, int end) {
    return BlockBytes.crc(buffer, start + CRC_FROM, end);
  }
}
