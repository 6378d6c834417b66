package io.gigafs.protocol.data;

import static io.gigafs.protocol.Elements.INT32;
import static io.gigafs.protocol.Elements.PAYLOAD;
import static io.gigafs.protocol.Elements.field;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Limits;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Payload.Carrier;
import io.gigafs.protocol.Result;

/**
 * A range of a file's bytes.
 *
 * @param crc CRC32C of the bytes
 */
public record DataChunk(Payload payload, int crc) implements Result, Carrier {
  public static final Codec<DataChunk> CODEC =
      Codec.of(DataChunk.class, field("crc", INT32), PAYLOAD);

  /** The maximum number of bytes of a message. */
  public static final int MAX_BYTES = Limits.MAX_DATA_BYTES;
}
