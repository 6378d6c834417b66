package io.gigafs.protocol.cache;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * The outcome of a change of a cache.
 *
 * @param isDone whether it was applied: false for a write if there is no room for the block, and
 *     for a removal if there was no value
 */
public record CacheOutcome(boolean isDone) implements Result {
  public static final Codec<CacheOutcome> CODEC =
      Codec.of(CacheOutcome.class, CacheOutcome::write, CacheOutcome::read);

  void write(WireWriter out) {
    out.flag(isDone);
  }

  static CacheOutcome read(WireReader in) {
    return new CacheOutcome(in.flag());
  }
}
