package io.gigafs.protocol;

/**
 * Bytes of a file.
 *
 * @param crc CRC32C of them
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record DataChunk(byte[] bytes, int crc) implements Result {
  void write(WireWriter out) {
    out.int32(crc).bytes(bytes);
  }

  static DataChunk read(WireReader in) {
    int crc = in.int32();
    return new DataChunk(in.bytes(), crc);
  }
}
