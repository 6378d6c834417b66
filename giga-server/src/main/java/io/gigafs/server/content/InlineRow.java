package io.gigafs.server.content;

import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.StoreException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The row of an inline file's bytes. Pure.
 *
 * <pre>
 * row = crc32c[4] bytes
 * </pre>
 *
 * <p>The checksum is that of the bytes, highest byte first. No row stands for no bytes.
 */
final class InlineRow {
  /** Where the bytes begin. */
  static final int BYTES = Integer.BYTES;

  private InlineRow() {}

  /** A row with room for so many bytes, all of them zero, to be sealed once they are there. */
  static byte[] ofLength(int length) {
    return new byte[BYTES + length];
  }

  /** How many bytes of the file the row holds. */
  static int length(byte[] row) {
    return row.length - BYTES;
  }

  /** The checksum that the row carries. */
  static int crc(byte[] row) {
    return ByteBuffer.wrap(row).getInt();
  }

  /** The file's bytes. */
  static byte[] bytes(byte[] row) {
    return Arrays.copyOfRange(row, BYTES, row.length);
  }

  /** Puts the checksum of its bytes into a row. */
  static byte[] seal(byte[] row) {
    ByteBuffer.wrap(row).putInt(crcOfBytes(row));
    return row;
  }

  /**
   * The same row, which is whole. To be asked before bytes of it get a new checksum.
   *
   * @throws StoreException if the bytes are not those that were written
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

  /** Whether the bytes are those that were written. */
  static boolean isWhole(byte[] row) {
    return row.length > BYTES && crc(row) == crcOfBytes(row);
  }

  private static int crcOfBytes(byte[] row) {
    CRC32C crc = new CRC32C();
    crc.update(row, BYTES, row.length - BYTES);
    return (int) crc.getValue();
  }
}
