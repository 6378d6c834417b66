package io.gigafs.protocol.data;

import io.gigafs.protocol.Carrier;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Limits;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * A range of a file's bytes.
 *
 * @param crc CRC32C of the bytes
 */
public record DataChunk(Payload payload, int crc) implements Result, Carrier {
  public static final Codec<DataChunk> CODEC =
      Codec.byHand(DataChunk.class, DataChunk::write, DataChunk::read);

  /** The maximum number of bytes of a message. */
  public static final int MAX_BYTES = Limits.MAX_DATA_BYTES;

  void write(WireWriter out) {
    out.int32(crc).payload(payload);
  }

  static DataChunk read(WireReader in) {
    int crc = in.int32();
    return new DataChunk(in.payload(), crc);
  }
}
