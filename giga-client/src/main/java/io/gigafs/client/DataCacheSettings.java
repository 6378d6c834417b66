package io.gigafs.client;

import io.gigafs.client.data.DataCache;
import java.nio.file.Path;

/**
 * Where a client caches the data of files on volumes, and how much.
 *
 * @param directory of the cache alone, made if it is not there; one process uses it at a time, and
 *     all clients in it share one cache
 * @param bytes how much it has at most
 * @param blockBytes how long a block is, a power of two between 64 KiB and 4 MiB; blocks of another
 *     length are not found again
 * @param required whether a client that cannot use the directory, as another process does, fails;
 *     else it has no cache
 */
public record DataCacheSettings(Path directory, long bytes, int blockBytes, boolean required) {
  /** What a cache has if nobody says how much: 10 GiB. */
  public static final long DEFAULT_BYTES = 10L << 30;

  /** Less is not of use. */
  public static final long MIN_BYTES = 64L << 20;

  private static final int MIN_BLOCK_BYTES = 64 << 10;
  private static final int MAX_BLOCK_BYTES = 4 << 20;

  public DataCacheSettings {
    directory = directory.toAbsolutePath().normalize();
    if (bytes < MIN_BYTES) {
      throw new IllegalArgumentException(
          "the data cache has at least 64 MiB, not " + bytes + " bytes");
    }
    if (blockBytes < MIN_BLOCK_BYTES
        || blockBytes > MAX_BLOCK_BYTES
        || Integer.bitCount(blockBytes) != 1) {
      throw new IllegalArgumentException(
          "a block of the data cache has 64 KiB to 4 MiB, a power of two, not " + blockBytes);
    }
  }

  /** With blocks of the usual length, and required. */
  public static DataCacheSettings of(Path directory, long bytes) {
    return new DataCacheSettings(directory, bytes, DataCache.BLOCK_BYTES, true);
  }

  /** The same for a client that goes without a cache where the directory cannot be used. */
  public DataCacheSettings optional() {
    return new DataCacheSettings(directory, bytes, blockBytes, false);
  }
}
