package io.gigafs.protocol.cache;

import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import org.jspecify.annotations.Nullable;

/**
 * A permit, or when to request one again.
 *
 * @param permit null while a client may write to the file's object, or if the file has none
 * @param waitMillis with a permit, how long it is certainly valid; without one, the earliest time
 *     to request one again
 */
public record CachePermitResult(@Nullable BlockPermit permit, int waitMillis) implements Result {
  public static final Codec<CachePermitResult> CODEC =
      Codec.of(CachePermitResult.class, optional(BlockPermit.CODEC), COUNT);
}
