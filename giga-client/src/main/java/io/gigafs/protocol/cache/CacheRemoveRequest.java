package io.gigafs.protocol.cache;

import static io.gigafs.protocol.Elements.CACHE_KEY;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;

/**
 * Removes a value from a cache. The outcome is whether it existed.
 *
 * @param key of the value
 */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
public record CacheRemoveRequest(byte[] key) implements Request<CacheOutcome> {
  static final Codec<CacheRemoveRequest> CODEC = Codec.of(CacheRemoveRequest.class, CACHE_KEY);

  public static final Opcode<CacheOutcome> OPCODE =
      Opcode.of(114, "CACHE_REMOVE", CODEC, CacheOutcome.CODEC);
}
