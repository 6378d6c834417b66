package io.gigafs.cache.segment;

import java.nio.ByteBuffer;

/**
 * What a segment file begins with; numbers are big-endian.
 *
 * <pre>
 *  0  magic      8  "GIGASEGM"
 *  8  sequence   8  of this use of the file, more than that of any before; 0 while it has no blocks
 * 16  limit      4  where the segment ends: blocks are before
 * 20  crc        4  CRC32C of the bytes before
 * </pre>
 *
 * <p>Blocks begin at {@link #blocksFrom}.
 */
record SegmentHeader(long sequence, int limit) {
  /** What a file has before its blocks, at least. */
  static final int BYTES = 4096;

  /**
   * And at most: in large files, blocks whose sizes are powers of two are at multiples of these.
   */
  static final int MAX_BYTES = 64 << 10;

  private static final int LARGE_FILE_BYTES = 1 << 20;

  /** Of a file that has no blocks. */
  static final long FREE = 0;

  /** Of a file that has no header, or a damaged one. */
  static final SegmentHeader NONE = new SegmentHeader(FREE, 0);

  private static final int ENCODED_BYTES = 24;
  private static final int CRC_AT = 20;
  private static final long MAGIC = 0x47494741_5345474DL;

  /** Where the first block of a segment is. */
  static int blocksFrom(int limit) {
    return limit < LARGE_FILE_BYTES ? BYTES : MAX_BYTES;
  }

  ByteBuffer encode() {
    ByteBuffer out = ByteBuffer.allocate(ENCODED_BYTES);
    out.putLong(MAGIC).putLong(sequence).putInt(limit);
    return out.putInt(crc(out)).flip();
  }

  static ByteBuffer newBuffer() {
    return ByteBuffer.allocate(ENCODED_BYTES);
  }

  /** The header that a full buffer has; one with the limit 0 if that is none. */
  static SegmentHeader decode(ByteBuffer in) {
    boolean isHeader = in.getLong(0) == MAGIC && in.getInt(CRC_AT) == crc(in);
    return isHeader ? new SegmentHeader(in.getLong(Long.BYTES), in.getInt(2 * Long.BYTES)) : NONE;
  }

  private static int crc(ByteBuffer header) {
    return BlockBytes.crc(header, 0, CRC_AT);
  }
}
