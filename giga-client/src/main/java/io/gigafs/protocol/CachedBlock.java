package io.gigafs.protocol;

/**
 * A block of a cache, or that it has none.
 *
 * @param isThere whether it has the block; the payload is empty if not
 * @param crc CRC32C of the bytes
 */
public record CachedBlock(boolean isThere, int crc, Payload payload) implements Result, Carrier {
  /** The longest block. */
  public static final int MAX_BYTES = 4 << 20;

  private static final byte[] NOTHING = {};

  /** There is no such block. */
  public static CachedBlock missing() {
    return new CachedBlock(false, 0, Payload.of(NOTHING));
  }

  void write(WireWriter out) {
    out.flag(isThere);
    if (isThere) {
      out.int32(crc).payload(payload, MAX_BYTES);
    }
  }

  static CachedBlock read(WireReader in) {
    return in.flag() ? new CachedBlock(true, in.int32(), in.payload(MAX_BYTES)) : missing();
  }
}
