package io.gigafs.protocol.cache;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/** Requests the usage of a cache, and its statistics since its start. */
public record CacheUsageRequest() implements Request<CacheUsageResult> {
  public static final Opcode<CacheUsageResult> OPCODE =
      Opcode.of(
          116,
          "CACHE_USAGE",
          Codec.of(CacheUsageRequest.class, CacheUsageRequest::write, CacheUsageRequest::read),
          CacheUsageResult.CODEC);

  @Override
  public Opcode<CacheUsageResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {}

  static CacheUsageRequest read(WireReader in) {
    return new CacheUsageRequest();
  }
}
