package io.gigafs.cache.segment;

import io.gigafs.cache.CacheKey;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Interns recently used keys, so that the blocks of a value share one. A key may displace another,
 * which costs only memory. Safe for use by several threads.
 */
final class KeyPool {
  private static final int PLACES = 1 << 12;

  private final AtomicReferenceArray<@Nullable CacheKey> places =
      new AtomicReferenceArray<>(PLACES);

  /** An equal key, usually the one returned before. */
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
