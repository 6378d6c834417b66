package io.gigafs.protocol;

/**
 * Ends the reading of a value with several blocks, or drops the blocks of one that was being
 * written.
 *
 * @param key of the value
 * @param generation of the value
 */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
public record CacheReleaseRequest(byte[] key, long generation) implements Request<Empty> {
  @Override
  public Opcode<Empty> opcode() {
    return Opcode.CACHE_RELEASE;
  }

  void write(WireWriter out) {
    out.cacheKey(key).int64(generation);
  }

  static CacheReleaseRequest read(WireReader in) {
    return new CacheReleaseRequest(in.cacheKey(), in.int64());
  }
}
