package io.gigafs.protocol.file;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.volume.DataLocation;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The location of a regular file's bytes. */
public sealed interface FileData permits FileData.Stored, FileData.Inline {
  Codec<FileData> CODEC = Codec.byHand(FileData.class, FileData::write, FileData::read);

  /**
   * The server stores the bytes inline.
   *
   * @param bytes of the file from its start; the rest of the file's size is zeros
   * @param crc CRC32C of the bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
  record Inline(byte[] bytes, int crc) implements FileData {
    /** Inline data whose bytes are known to be intact. */
    public static Inline of(byte[] bytes) {
      CRC32C crc = new CRC32C();
      crc.update(bytes);
      return new Inline(bytes, (int) crc.getValue());
    }

    /** Whether the bytes match the checksum. */
    public boolean isWhole() {
      return of(bytes).crc == crc;
    }
  }

  /**
   * The bytes are an object on a volume.
   *
   * @param unsettled whether size and mtime are those of the object, because it may be written to
   * @param crc CRC32C of the whole object, null if unknown
   * @param draining whether the volume is being drained, so that the file may move to another
   *     object soon
   */
  record Stored(DataLocation location, boolean unsettled, @Nullable Integer crc, boolean draining)
      implements FileData {
    /** An object that remains the file's while the file is open. */
    public Stored(DataLocation location, boolean unsettled, @Nullable Integer crc) {
      this(location, unsettled, crc, false);
    }

    /** An object whose checksum is unknown. */
    public Stored(DataLocation location, boolean unsettled) {
      this(location, unsettled, null);
    }

    /** A copy, on a volume that is being drained. */
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
      default -> throw new ProtocolException("unknown kind of file data: " + kind);
    };
  }
}
