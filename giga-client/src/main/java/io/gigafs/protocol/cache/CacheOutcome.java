package io.gigafs.protocol.cache;

import static io.gigafs.protocol.Elements.FLAG;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;

/**
 * The outcome of a change of a cache.
 *
 * @param isDone whether it was applied: false for a write if there is no room for the block, and
 *     for a removal if there was no value
 */
public record CacheOutcome(boolean isDone) implements Result {
  public static final Codec<CacheOutcome> CODEC = Codec.of(CacheOutcome.class, FLAG);
}
