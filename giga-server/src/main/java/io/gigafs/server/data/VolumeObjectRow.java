package io.gigafs.server.data;

import io.gigafs.tablefs.StoreException;
import io.gigafs.volume.DataLocation;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The row of a file whose bytes are an object on a volume, in place of the bytes. Immutable.
 *
 * <pre>
 * row = u8 version (1) in the high 4 bits, fields (1 checksum, 2 size) in the low ones,
 *       i64 time, [u32 crc32c], [i64 size], location
 * </pre>
 *
 * @param location of the object
 * @param modifiedNanos the object's modification time, by its volume's clock, when the entry's time
 *     of the last change was set: as long as the object has the same time, the entry's is valid
 * @param crc CRC32C of the whole object as of the entry's size, null if it is not known
 * @param leastSize minimum size of the file, including reservations for appends; null if the
 *     entry's size is that. Below a quota, the entry's size is the limit up to which writers may
 *     write
 */
public record VolumeObjectRow(
    DataLocation location, long modifiedNanos, @Nullable Integer crc, @Nullable Long leastSize) {
  private static final int VERSION = 1;
  private static final int HAS_CRC = 1;
  private static final int HAS_SIZE = 2;
  private static final int FIELD_BITS = 4;
  private static final int FIXED_BYTES = 1 + Long.BYTES;

  /** A row of a file whose entry has its size. */
  public VolumeObjectRow(DataLocation location, long modifiedNanos, @Nullable Integer crc) {
    this(location, modifiedNanos, crc, null);
  }

  public byte[] encode() {
    byte[] encoded = location.encode();
    int bytes =
        FIXED_BYTES
            + (crc == null ? 0 : Integer.BYTES)
            + (leastSize == null ? 0 : Long.BYTES)
            + encoded.length;
    ByteBuffer out = ByteBuffer.allocate(bytes);
    int fields = (crc == null ? 0 : HAS_CRC) | (leastSize == null ? 0 : HAS_SIZE);
    out.put((byte) (VERSION << FIELD_BITS | fields)).putLong(modifiedNanos);
    if (crc != null) {
      out.putInt(crc);
    }
    if (leastSize != null) {
      out.putLong(leastSize);
    }
    return out.put(encoded).array();
  }

  /**
   * Decodes a row.
   *
   * @throws StoreException of kind DAMAGED if it has no format that this version knows
   */
  public static VolumeObjectRow decode(byte[] encoded) {
    try {
      ByteBuffer in = ByteBuffer.wrap(encoded);
      int first = Byte.toUnsignedInt(in.get());
      if ((first & ~(HAS_CRC | HAS_SIZE)) != VERSION << FIELD_BITS) {
        throw new IllegalArgumentException("it begins with " + first);
      }
      long modifiedNanos = in.getLong();
      @Nullable Integer crc = (first & HAS_CRC) == 0 ? null : Integer.valueOf(in.getInt());
      @Nullable Long leastSize = (first & HAS_SIZE) == 0 ? null : Long.valueOf(in.getLong());
      DataLocation location =
          DataLocation.decode(Arrays.copyOfRange(encoded, in.position(), encoded.length));
      return new VolumeObjectRow(location, modifiedNanos, crc, leastSize);
    } catch (IllegalArgumentException | java.nio.BufferUnderflowException e) {
      throw new StoreException(
          StoreException.Kind.DAMAGED, "a row does not say where a file's bytes are", e);
    }
  }

  /** The same location, with another modification time of the object. */
  VolumeObjectRow asOf(long newModifiedNanos, @Nullable Integer newCrc) {
    return new VolumeObjectRow(location, newModifiedNanos, newCrc, leastSize);
  }

  /** The same object with another minimum size of the file; null if the entry's size is that. */
  VolumeObjectRow withLeastSize(@Nullable Long newLeastSize) {
    return new VolumeObjectRow(location, modifiedNanos, crc, newLeastSize);
  }
}
