package io.gigafs.protocol;

import io.gigafs.volume.DataLocation;

/** Where the bytes of a regular file are. */
public sealed interface FileData {
  /**
   * The server keeps them.
   *
   * @param bytes of the file from its start; what the file's size says is behind them is zeros
   * @param crc CRC32C of the bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  record Inline(byte[] bytes, int crc) implements FileData {}

  /**
   * They are an object on a volume.
   *
   * @param unsettled whether size and time of the last change are the object's: it is, or may be,
   *     written to
   */
  record Stored(DataLocation location, boolean unsettled) implements FileData {}

  /** Encodes. */
  default void write(WireWriter out) {
    if (this instanceof Inline inline) {
      out.int8(0).bytes(inline.bytes).int32(inline.crc);
    } else if (this instanceof Stored stored) {
      out.int8(1).bytes(stored.location.encode()).flag(stored.unsettled);
    }
  }

  /** Decodes. */
  static FileData read(WireReader in) {
    int kind = in.int8();
    return switch (kind) {
      case 0 -> new Inline(in.bytes(), in.int32());
      case 1 -> new Stored(in.location(), in.flag());
      default -> throw new ProtocolException("file data is not kept in way " + kind);
    };
  }
}
