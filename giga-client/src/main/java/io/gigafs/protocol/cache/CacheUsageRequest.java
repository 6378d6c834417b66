package io.gigafs.protocol.cache;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;

/** Requests the usage of a cache, and its statistics since its start. */
public record CacheUsageRequest() implements Request<CacheUsageResult> {
  static final Codec<CacheUsageRequest> CODEC = Codec.of(CacheUsageRequest.class);

  public static final Opcode<CacheUsageResult> OPCODE =
      Opcode.of(116, "CACHE_USAGE", CODEC, CacheUsageResult.CODEC);
}
