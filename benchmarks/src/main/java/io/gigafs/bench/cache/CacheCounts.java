package io.gigafs.bench.cache;

import io.gigafs.client.data.DataCacheStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counters of a data cache.
 *
 * @param hits pieces of blocks that came from the cache
 * @param misses cacheable pieces that did not
 * @param bypassed reads that did not ask the cache
 * @param skipped blocks that were not added to the cache
 * @param cacheBytes bytes that came from the cache
 */
record CacheCounts(long hits, long misses, long bypassed, long skipped, long cacheBytes) {
  static CacheCounts of(DataCacheStatistics cache) {
    return new CacheCounts(
        cache.hits(), cache.misses(), cache.bypassed(), cache.skipped(), cache.cacheBytes());
  }

  /** Reads the counters of a mount. */
  static CacheCounts of(List<String> lines) {
    Map<String, Long> all = new HashMap<>();
    for (String line : lines) {
      int space = line.indexOf(' ');
      if (line.startsWith("cache_") && space > 0) {
        all.put(line.substring(0, space), Long.parseLong(line.substring(space + 1)));
      }
    }
    return new CacheCounts(
        all.getOrDefault("cache_hits", 0L),
        all.getOrDefault("cache_misses", 0L),
        all.getOrDefault("cache_bypassed", 0L),
        all.getOrDefault("cache_skipped", 0L),
        all.getOrDefault("cache_bytes_read", 0L));
  }

  /** The difference to earlier counters. */
  CacheCounts since(CacheCounts before) {
    return new CacheCounts(
        hits - before.hits,
        misses - before.misses,
        bypassed - before.bypassed,
        skipped - before.skipped,
        cacheBytes - before.cacheBytes);
  }
}
