package io.gigafs.cache.segment;

import io.gigafs.cache.CacheKey;
import java.nio.ByteBuffer;

/**
 * What stands before the bytes of a small block in a segment, so that they are known to be its;
 * numbers are big-endian. The generation is not in it, as it changes without the bytes.
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
  /** Headers begin at multiples of this. */
  static final int ALIGNMENT = 8;

  /** Of the longest key. */
  static final int MAX_BYTES = align(BlockHeader.FIXED_BYTES + CacheKey.MAX_BYTES);

  /**
   * Blocks of this size and more have no header and begin with a page. A header would be a second
   * write, a quarter of what a block of 64 KiB takes, and would not add to the checksum of the
   * bytes, which the index log has, and in it a place of a segment is that of one block at a time.
   * Pages that are overwritten whole are not read before, and the kernel copies them faster.
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

  /** Bytes of the header of a block. */
  static int bytes(CacheKey key, int length) {
    return isLarge(length) ? 0 : align(FIXED_BYTES + key.length());
  }

  /** Bytes that a block takes in a segment, with its header. */
  static int takenBytes(CacheKey key, int length) {
    return align(bytes(key, length) + length);
  }

  /** What the place of a block is a multiple of. */
  static int alignment(int length) {
    return isLarge(length) ? PAGE_BYTES : ALIGNMENT;
  }

  /** Whether blocks of a length have whole pages, and no header. */
  static boolean isLarge(int length) {
    return length >= LARGE_BYTES;
  }

  /** Adds the header of a block to a buffer. */
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

  /** Whether what a buffer has from its start is the header of a block. */
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
