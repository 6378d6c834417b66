package io.gigafs.protocol.cache;

import static io.gigafs.protocol.Elements.CACHE_KEY;
import static io.gigafs.protocol.Elements.INT64;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result.Empty;

/**
 * Ends the reading of a value with several blocks, or drops the blocks of one that was being
 * written.
 *
 * @param key of the value
 * @param generation of the value
 */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
public record CacheReleaseRequest(byte[] key, long generation) implements Request<Empty> {
  static final Codec<CacheReleaseRequest> CODEC =
      Codec.of(CacheReleaseRequest.class, CACHE_KEY, INT64);

  public static final Opcode<Empty> OPCODE = Opcode.of(115, "CACHE_RELEASE", CODEC, Empty.CODEC);
}
