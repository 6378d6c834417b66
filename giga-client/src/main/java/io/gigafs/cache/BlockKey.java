package io.gigafs.cache;

/**
 * The key of a block in a cache.
 *
 * @param key of the value
 * @param generation the version of the value's contents: a block never changes within a generation,
 *     and other contents have another generation
 * @param index of the block in the value, from 0; {@link #HEAD} for the block that describes the
 *     value
 */
public record BlockKey(CacheKey key, long generation, int index) {
  /** The index of the block that describes a value, for users of the cache that have one. */
  public static final int HEAD = -1;

  public BlockKey {
    if (index < HEAD) {
      throw new IllegalArgumentException("a block index is 0 or more, not " + index);
    }
  }
}
