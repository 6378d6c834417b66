package io.gigafs.protocol;

/** Asks a cache what it has, and has done since it was started. */
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
