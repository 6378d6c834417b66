package io.gigafs.protocol.cache;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Removes a value from a cache. The outcome is whether it existed.
 *
 * @param key of the value
 */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
public record CacheRemoveRequest(byte[] key) implements Request<CacheOutcome> {
  public static final Opcode<CacheOutcome> OPCODE =
      Opcode.of(
          114,
          "CACHE_REMOVE",
          Codec.of(CacheRemoveRequest.class, CacheRemoveRequest::write, CacheRemoveRequest::read),
          CacheOutcome.CODEC);

  @Override
  public Opcode<CacheOutcome> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.cacheKey(key);
  }

  static CacheRemoveRequest read(WireReader in) {
    return new CacheRemoveRequest(in.cacheKey());
  }
}
