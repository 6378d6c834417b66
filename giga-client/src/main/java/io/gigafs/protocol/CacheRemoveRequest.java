package io.gigafs.protocol;

/**
 * Removes a value from a cache. The outcome is whether it existed.
 *
 * @param key of the value
 */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
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
