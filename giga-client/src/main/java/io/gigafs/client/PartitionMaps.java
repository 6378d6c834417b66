package io.gigafs.client;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionMap;

/**
 * What the client knows of how directories are split. Safe for use by several threads; reading
 * takes no lock.
 *
 * <p>A map that is missing or stale costs redirects and is never wrong, so the least used are
 * forgotten when there are too many.
 */
final class PartitionMaps {
  private static final long MAX_WEIGHT_BYTES = 64L << 20;
  private static final int BASE_WEIGHT_BYTES = 128;

  private final Cache<InodeId, PartitionMap> maps =
      Caffeine.newBuilder()
          .maximumWeight(MAX_WEIGHT_BYTES)
          .weigher((InodeId directory, PartitionMap map) -> BASE_WEIGHT_BYTES + map.size() / 4)
          .executor(Runnable::run)
          .build();

  PartitionMap of(InodeId directory) {
    PartitionMap map = maps.getIfPresent(directory);
    return map == null ? PartitionMap.UNSPLIT : map;
  }

  /** Adds what another map knows; whether that was anything new. */
  boolean merge(InodeId directory, PartitionMap other) {
    if (of(directory).covers(other)) {
      return false;
    }
    maps.asMap().merge(directory, other, PartitionMap::merge);
    return true;
  }

  /**
   * Forgets the directory's map: it is gone, or a machine that died has forgotten a split that it
   * had told us of.
   */
  void forget(InodeId directory) {
    maps.invalidate(directory);
  }
}
