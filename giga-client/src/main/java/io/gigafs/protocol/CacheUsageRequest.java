package io.gigafs.protocol;

/** Requests the usage of a cache, and its statistics since its start. */
public record CacheUsageRequest() implements Request<CacheUsageResult> {
  @Override
  public Opcode<CacheUsageResult> opcode() {
    return Opcode.CACHE_USAGE;
  }

  void write(WireWriter out) {}

  static CacheUsageRequest read(WireReader in) {
    return new CacheUsageRequest();
  }
}
