package io.gigafs.protocol;

/**
 * Removes a value of a cache. The outcome is whether there was one.
 *
 * @param key of the value
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record CacheRemoveRequest(byte[] key) implements Request<CacheOutcome> {
  @Override
  public Opcode<CacheOutcome> opcode() {
    return Opcode.CACHE_REMOVE;
  }

  void write(WireWriter out) {
    out.cacheKey(key);
  }

  static CacheRemoveRequest read(WireReader in) {
    return new CacheRemoveRequest(in.cacheKey());
  }
}
