package io.gigafs.protocol.cache;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Ends the reading of a value with several blocks, or drops the blocks of one that was being
 * written.
 *
 * @param key of the value
 * @param generation of the value
 */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
public record CacheReleaseRequest(byte[] key, long generation) implements Request<Empty> {
  public static final Opcode<Empty> OPCODE =
      Opcode.of(
          115,
          "CACHE_RELEASE",
          Codec.of(
              CacheReleaseRequest.class, CacheReleaseRequest::write, CacheReleaseRequest::read),
          Empty.CODEC);

  @Override
  public Opcode<Empty> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.cacheKey(key).int64(generation);
  }

  static CacheReleaseRequest read(WireReader in) {
    return new CacheReleaseRequest(in.cacheKey(), in.int64());
  }
}
