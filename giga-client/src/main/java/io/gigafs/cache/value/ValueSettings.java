package io.gigafs.cache.value;

import io.gigafs.cache.CacheStore;

/**
 * How values are cut into blocks.
 *
 * @param blockBytes the block size, {@link #MIN_BLOCK_BYTES} to {@link CacheStore#MAX_BLOCK_BYTES}
 */
public record ValueSettings(int blockBytes) {
  public static final int MIN_BLOCK_BYTES = 4 << 10;
  static final int DEFAULT_BLOCK_BYTES = 1 << 20;
  public static final ValueSettings DEFAULTS = new ValueSettings(DEFAULT_BLOCK_BYTES);

  public ValueSettings {
    if (blockBytes < MIN_BLOCK_BYTES || blockBytes > CacheStore.MAX_BLOCK_BYTES) {
      throw new IllegalArgumentException(
          "a block of a value has "
              + MIN_BLOCK_BYTES
              + " to "
              + CacheStore.MAX_BLOCK_BYTES
              + " bytes, not "
              + blockBytes);
    }
  }
}
