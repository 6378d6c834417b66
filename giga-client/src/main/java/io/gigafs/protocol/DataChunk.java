package io.gigafs.protocol;

/**
 * Bytes of a file.
 *
 * @param crc CRC32C of them
 */
public record DataChunk(Payload payload, int crc) implements Result, Carrier {
  /** No message carries more. */
  public static final int MAX_BYTES = 1 << 20;

  void write(WireWriter out) {
    out.int32(crc).payload(payload);
  }

  static DataChunk read(WireReader in) {
    int crc = in.int32();
    return new DataChunk(in.payload(), crc);
  }
}
