package io.gigafs.protocol;

/**
 * A range of a file's bytes.
 *
 * @param crc CRC32C of the bytes
 */
public record DataChunk(Payload payload, int crc) implements Result, Carrier {
  /** The maximum number of bytes of a message. */
  public static final int MAX_BYTES = 1 << 20;

  void write(WireWriter out) {
    out.int32(crc).payload(payload);
  }

  static DataChunk read(WireReader in) {
    int crc = in.int32();
    return new DataChunk(in.payload(), crc);
  }
}
