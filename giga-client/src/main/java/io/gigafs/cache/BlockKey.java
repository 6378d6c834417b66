package io.gigafs.cache;

/**
 * The name of a block in a cache.
 *
 * @param key of the value
 * @param generation which content of the value: a block never changes under one generation, and
 *     another content has another generation
 * @param index which block of the value, from 0; {@link #HEAD} for what describes the value
 */
public record BlockKey(CacheKey key, long generation, int index) {
  /** The index of the block that describes a value, if a user of the cache has such. */
  public static final int HEAD = -1;

  public BlockKey {
    if (index < HEAD) {
      throw new IllegalArgumentException("there is no block " + index);
    }
  }
}
