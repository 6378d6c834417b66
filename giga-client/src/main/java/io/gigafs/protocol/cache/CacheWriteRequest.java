package io.gigafs.protocol.cache;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Payload.Carrier;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Writes a block to a cache. Writing the head of a value creates the value and replaces an earlier
 * one.
 *
 * @param key of the value
 * @param generation of the value that the block belongs to
 * @param index of the block, {@link CacheReadRequest#HEAD} for the value's head
 * @param crc CRC32C of the bytes
 */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
public record CacheWriteRequest(byte[] key, long generation, int index, int crc, Payload payload)
    implements Request<CacheOutcome>, Carrier {
  static final Codec<CacheWriteRequest> CODEC =
      Codec.byHand(CacheWriteRequest.class, CacheWriteRequest::write, CacheWriteRequest::read);

  public static final Opcode<CacheOutcome> OPCODE =
      Opcode.of(113, "CACHE_WRITE", CODEC, CacheOutcome.CODEC);

  void write(WireWriter out) {
    out.cacheKey(key).int64(generation).count(index + 1).int32(crc);
    out.payload(payload, CachedBlock.MAX_BYTES);
  }

  static CacheWriteRequest read(WireReader in) {
    return new CacheWriteRequest(
        in.cacheKey(), in.int64(), in.count() - 1, in.int32(), in.payload(CachedBlock.MAX_BYTES));
  }
}
