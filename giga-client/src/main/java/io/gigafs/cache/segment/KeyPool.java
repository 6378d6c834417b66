package io.gigafs.cache.segment;

import io.gigafs.cache.CacheKey;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Keys that were used lately, so that the blocks of a value share one. Forgets a key for another of
 * its place, which costs memory only. Safe for use by several threads.
 */
final class KeyPool {
  private static final int PLACES = 1 << 12;

  private final AtomicReferenceArray<@Nullable CacheKey> places =
      new AtomicReferenceArray<>(PLACES);

  /** A key that equals another: the same for the next ones, as a rule. */
  CacheKey shared(CacheKey key) {
    int place = BlockIndex.mix(key.hashCode()) & PLACES - 1;
    CacheKey known = places.get(place);
    if (known != null && known.equals(key)) {
      return known;
    }
    places.set(place, key);
    return key;
  }
}
