package io.gigafs.protocol.cache;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Reads a block from a cache.
 *
 * @param key of the value
 * @param generation of the block; 0 for a head
 * @param index of the block, {@link #HEAD} for the head of the value
 * @param maxBytes truncates a longer block, 1 to {@link CachedBlock#MAX_BYTES}
 */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
public record CacheReadRequest(byte[] key, long generation, int index, int maxBytes)
    implements Request<CachedBlock> {
  static final Codec<CacheReadRequest> CODEC =
      Codec.byHand(CacheReadRequest.class, CacheReadRequest::write, CacheReadRequest::read);

  public static final Opcode<CachedBlock> OPCODE =
      Opcode.of(112, "CACHE_READ", CODEC, CachedBlock.CODEC);

  /** The index of a value's head. */
  public static final int HEAD = -1;

  public CacheReadRequest {
    if (maxBytes < 1 || maxBytes > CachedBlock.MAX_BYTES) {
      throw new IllegalArgumentException(
          "1 to "
              + CachedBlock.MAX_BYTES
              + " bytes of a block are read at a time, not "
              + maxBytes);
    }
  }

  @Override
  public int answerDataBytes() {
    return maxBytes;
  }

  void write(WireWriter out) {
    out.cacheKey(key).int64(generation).count(index + 1).count(maxBytes);
  }

  static CacheReadRequest read(WireReader in) {
    return new CacheReadRequest(in.cacheKey(), in.int64(), in.count() - 1, in.count());
  }
}
