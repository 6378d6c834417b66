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
   * @param draining whether the volume is being drained: the file may have another object soon
   */
  record Stored(DataLocation location, boolean unsettled, @Nullable Integer crc, boolean draining)
      implements FileData {
    /** An object that is the file's for as long as the file is open. */
    public Stored(DataLocation location, boolean unsettled, @Nullable Integer crc) {
      this(location, unsettled, crc, false);
    }

    /** An object whose checksum is not known. */
    public Stored(DataLocation location, boolean unsettled) {
      this(location, unsettled, null);
    }

    /** The same, on a volume that is being drained. */
    public Stored onDrainingVolume() {
      return new Stored(location, unsettled, crc, true);
    }

    private void writeStored(WireWriter out) {
      out.int8(1).bytes(location.encode()).flag(unsettled).flag(draining).flag(crc != null);
      if (crc != null) {
        out.int32(crc);
      }
    }

    private static Stored readStored(WireReader in) {
      DataLocation location = in.location();
      boolean unsettled = in.flag();
      boolean draining = in.flag();
      Integer crc = in.flag() ? Integer.valueOf(in.int32()) : null;
      return new Stored(location, unsettled, crc, draining);
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
