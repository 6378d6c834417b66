package io.gigafs.cli.dump;

import java.nio.charset.StandardCharsets;

/**
 * The framing of a dump: a preamble, then blocks of whole records, each compressed and checksummed
 * separately.
 *
 * <pre>
 *      0            8        10            11
 *     +------------+--------+-------------+
 *     | "GIGADUMP" | format | compression |
 *     +------------+--------+-------------+
 *      8 bytes      int16    int8
 *
 *      0        4               8              12         16
 *     +--------+---------------+--------------+----------+------------------+
 *     | number | bytes as here | bytes inside | checksum | compressed bytes |   again and again
 *     +--------+---------------+--------------+----------+------------------+
 *      int32    int32           int32          int32
 * </pre>
 *
 * The checksum is the CRC32C of the twelve bytes before it and of the compressed bytes.
 */
final class DumpFormat {
  static final byte[] MAGIC = "GIGADUMP".getBytes(StandardCharsets.US_ASCII);

  /** Names and attributes. */
  static final int OF_NAMES = 1;

  /** The same, with the bytes of small files. */
  static final int OF_BYTES = 2;

  /**
   * Everything: links, hard links, attributes, lists, quotas, bytes of large files. There is no
   * format 3, so that no single damaged bit turns one format into another.
   */
  static final int OF_ALL = 4;

  /** The same, and flags. For the same reason there are no formats 5 and 6. */
  static final int OF_FLAGS = 7;

  /** The newest format that this version reads, and the one that it writes. */
  static final int NEWEST = OF_FLAGS;

  /** RFC 1950. */
  static final int ZLIB = 1;

  static final int PREAMBLE_BYTES = 11;

  static final int BLOCK_HEADER_BYTES = 16;

  /** The offset of the checksum in the block's header. */
  static final int CHECKSUM_OFFSET = 12;

  /** How many bytes of records a writer puts into a block. */
  static final int BLOCK_BYTES = 256 << 10;

  /**
   * The maximum size of a block, compressed or not, that a reader accepts, which bounds its memory.
   */
  static final int MAX_BLOCK_BYTES = 4 << 20;

  /** The maximum body of a record that this version writes, without the bytes of a file. */
  static final int MAX_RECORD_BYTES = 128 << 10;

  private DumpFormat() {}

  /** Whether this version reads dumps of a format. */
  static boolean isKnown(int format) {
    return format == OF_NAMES || format == OF_BYTES || format == OF_ALL || format == OF_FLAGS;
  }
}
