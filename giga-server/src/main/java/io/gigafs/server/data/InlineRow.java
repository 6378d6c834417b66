package io.gigafs.server.data;

import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.StoreException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The row of an inline file's bytes. Pure functions.
 *
 * <pre>
 * row = crc32c[4] bytes
 * </pre>
 *
 * <p>The checksum is that of the bytes, highest byte first. An empty file has no row.
 */
final class InlineRow {
  /** Offset of the file's bytes in the row. */
  static final int BYTES = Integer.BYTES;

  private InlineRow() {}

  /** A zeroed row for a number of bytes, to be sealed once they have been copied in. */
  static byte[] ofLength(int length) {
    return new byte[BYTES + length];
  }

  /** Number of bytes of the file in the row. */
  static int length(byte[] row) {
    return row.length - BYTES;
  }

  /** The checksum in the row. */
  static int crc(byte[] row) {
    return ByteBuffer.wrap(row).getInt();
  }

  /** The file's bytes. */
  static byte[] bytes(byte[] row) {
    return Arrays.copyOfRange(row, BYTES, row.length);
  }

  /** Writes the checksum of the bytes into the row. */
  static byte[] seal(byte[] row) {
    ByteBuffer.wrap(row).putInt(crcOfBytes(row));
    return row;
  }

  /**
   * Returns the row if it is intact. Must be checked before bytes of it get a new checksum.
   *
   * @throws StoreException if the bytes do not match the checksum
   */
  static byte[] verified(byte[] row, EntryKey key) {
    if (!isWhole(row)) {
      throw new StoreException(
          StoreException.Kind.DAMAGED,
          "the bytes of "
              + key
              + " do not have the checksum that was written with them; write the whole file anew,"
              + " or restore it");
    }
    return row;
  }

  /** Whether the bytes match the checksum. */
  static boolean isWhole(byte[] row) {
    return row.length > BYTES && crc(row) == crcOfBytes(row);
  }

  private static int crcOfBytes(byte[] row) {
    CRC32C crc = new CRC32C();
    crc.update(row, BYTES, row.length - BYTES);
    return (int) crc.getValue();
  }
}
