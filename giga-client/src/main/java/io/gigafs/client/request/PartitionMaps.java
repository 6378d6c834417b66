package io.gigafs.client.request;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionMap;

/**
 * The client's cached partition maps of directories. Safe for use by several threads; reads take no
 * lock.
 *
 * <p>A missing or stale map costs redirects but is never wrong, so the least used are evicted when
 * there are too many.
 */
public final class PartitionMaps {
  private static final long MAX_WEIGHT_BYTES = 64L << 20;
  private static final int BASE_WEIGHT_BYTES = 128;

  private final Cache<InodeId, PartitionMap> maps =
      Caffeine.newBuilder()
          .maximumWeight(MAX_WEIGHT_BYTES)
          .weigher((InodeId directory, PartitionMap map) -> BASE_WEIGHT_BYTES + map.size() / 4)
          .executor(Runnable::run)
          .build();

  public PartitionMap of(InodeId directory) {
    PartitionMap map = maps.getIfPresent(directory);
    return map == null ? PartitionMap.UNSPLIT : map;
  }

  /** Merges another map; returns whether it had anything new. */
  public boolean merge(InodeId directory, PartitionMap other) {
    if (of(directory).covers(other)) {
      return false;
    }
    maps.asMap().merge(directory, other, PartitionMap::merge);
    return true;
  }

  /**
   * Discards the directory's map: the directory is gone, or a crashed server has lost a split that
   * the map has.
   */
  void forget(InodeId directory) {
    maps.invalidate(directory);
  }
}
