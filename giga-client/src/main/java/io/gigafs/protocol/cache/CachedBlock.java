package io.gigafs.protocol.cache;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Payload.Carrier;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * A block of a cache, or the answer that there is none.
 *
 * @param isThere whether the cache has the block; if not, the payload is empty
 * @param crc CRC32C of the bytes
 */
public record CachedBlock(boolean isThere, int crc, Payload payload) implements Result, Carrier {
  public static final Codec<CachedBlock> CODEC =
      Codec.byHand(CachedBlock.class, CachedBlock::write, CachedBlock::read);

  /** The maximum length of a block. */
  public static final int MAX_BYTES = 4 << 20;

  private static final byte[] NOTHING = {};

  /** The answer that there is no such block. */
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
