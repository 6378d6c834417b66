package io.gigafs.cache.segment;

import java.nio.ByteBuffer;

/**
 * The header of a segment file; numbers are big-endian.
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
  /** The minimum offset of the first block. */
  static final int BYTES = 4096;

  /**
   * The maximum offset: in large files, blocks whose sizes are powers of two are aligned to their
   * size.
   */
  static final int MAX_BYTES = 64 << 10;

  private static final int LARGE_FILE_BYTES = 1 << 20;

  /** The sequence of a file without blocks. */
  static final long FREE = 0;

  /** The header of a file that has none, or a damaged one. */
  static final SegmentHeader NONE = new SegmentHeader(FREE, 0);

  private static final int ENCODED_BYTES = 24;
  private static final int CRC_AT = 20;
  private static final long MAGIC = 0x47494741_5345474DL;

  /** The offset of the first block of a segment. */
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

  /** Decodes the header in a full buffer; returns one with limit 0 if it is invalid. */
  static SegmentHeader decode(ByteBuffer in) {
    boolean isHeader = in.getLong(0) == MAGIC && in.getInt(CRC_AT) == crc(in);
    return isHeader ? new SegmentHeader(in.getLong(Long.BYTES), in.getInt(2 * Long.BYTES)) : NONE;
  }

  private static int crc(ByteBuffer header) {
    return BlockBytes.crc(header, 0, CRC_AT);
  }
}
