package io.gigafs.protocol;

import io.gigafs.volume.DataLocation;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Where the bytes of a regular file are. */
public sealed interface FileData {
  /**
   * The server keeps them.
   *
   * @param bytes of the file from its start; what the file's size says is behind them is zeros
   * @param crc CRC32C of the bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  record Inline(byte[] bytes, int crc) implements FileData {
    /** Bytes that are known to be whole. */
    public static Inline of(byte[] bytes) {
      CRC32C crc = new CRC32C();
      crc.update(bytes);
      return new Inline(bytes, (int) crc.getValue());
    }

    /** Whether they are those of which the checksum was made. */
    public boolean isWhole() {
      return of(bytes).crc == crc;
    }
  }

  /**
   * They are an object on a volume.
   *
   * @param unsettled whether size and time of the last change are the object's: it is, or may be,
   *     written to
   * @param crc CRC32C of the whole object, null if it is not known
   */
  record Stored(DataLocation location, boolean unsettled, @Nullable Integer crc)
      implements FileData {
    /** An object whose checksum is not known. */
    public Stored(DataLocation location, boolean unsettled) {
      this(location, unsettled, null);
    }

    private void writeStored(WireWriter out) {
      out.int8(1).bytes(location.encode()).flag(unsettled).flag(crc != null);
      if (crc != null) {
        out.int32(crc);
      }
    }

    private static Stored readStored(WireReader in) {
      return new Stored(in.location(), in.flag(), in.flag() ? Integer.valueOf(in.int32()) : null);
    }
  }

  /** Encodes. */
  default void write(WireWriter out) {
    if (this instanceof Inline inline) {
      out.int8(0).bytes(inline.bytes).int32(inline.crc);
    } else if (this instanceof Stored stored) {
      stored.writeStored(out);
    }
  }

  /** Decodes. */
  static FileData read(WireReader in) {
    int kind = in.int8();
    return switch (kind) {
      case 0 -> new Inline(in.bytes(), in.int32());
      case 1 -> Stored.readStored(in);
      default -> throw new ProtocolException("file data is not kept in way " + kind);
    };
  }
}
