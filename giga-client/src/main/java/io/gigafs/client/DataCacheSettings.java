package io.gigafs.client;

import io.gigafs.client.data.DataCache;
import java.nio.file.Path;

/**
 * Where a client caches the data of files on volumes, and the cache's size.
 *
 * @param directory used only for the cache, created if missing. One process uses it at a time, and
 *     all clients in it share one cache
 * @param bytes the maximum size
 * @param blockBytes the block size, a power of two between 64 KiB and 4 MiB; blocks of another size
 *     are not found again
 * @param required whether a client fails if it cannot use the directory, for example because
 *     another process does; otherwise it has no cache
 * @param writebackBytes how many bytes of acknowledged writes to files on volumes may be only in
 *     the directory; 0 if writes wait for the volumes
 */
public record DataCacheSettings(
    Path directory, long bytes, int blockBytes, boolean required, long writebackBytes) {
  /** The default size of a cache: 10 GiB. */
  public static final long DEFAULT_BYTES = 10L << 30;

  /** A smaller cache is not useful. */
  public static final long MIN_BYTES = 64L << 20;

  /** The default maximum size of the writeback journal: 1 GiB. */
  public static final long DEFAULT_WRITEBACK_BYTES = 1L << 30;

  /** A smaller journal is not useful. */
  public static final long MIN_WRITEBACK_BYTES = 16L << 20;

  private static final int MIN_BLOCK_BYTES = 64 << 10;
  private static final int MAX_BLOCK_BYTES = 4 << 20;

  public DataCacheSettings {
    directory = directory.toAbsolutePath().normalize();
    if (bytes < MIN_BYTES) {
      throw new IllegalArgumentException(
          "the data cache has at least 64 MiB, not " + bytes + " bytes");
    }
    if (writebackBytes != 0) {
      checkWritebackBytes(writebackBytes);
    }
    if (blockBytes < MIN_BLOCK_BYTES
        || blockBytes > MAX_BLOCK_BYTES
        || Integer.bitCount(blockBytes) != 1) {
      throw new IllegalArgumentException(
          "a block of the data cache has 64 KiB to 4 MiB, a power of two, not " + blockBytes);
    }
  }

  private static void checkWritebackBytes(long bytes) {
    if (bytes < MIN_WRITEBACK_BYTES) {
      throw new IllegalArgumentException(
          "the writeback journal has at least 16 MiB, not " + bytes + " bytes");
    }
  }

  /** For a client whose writes wait for the volumes. */
  public DataCacheSettings(Path directory, long bytes, int blockBytes, boolean required) {
    this(directory, bytes, blockBytes, required, 0);
  }

  /** With the default block size, and required. */
  public static DataCacheSettings of(Path directory, long bytes) {
    return new DataCacheSettings(directory, bytes, DataCache.BLOCK_BYTES, true, 0);
  }

  /** The same for a client that works without a cache if the directory cannot be used. */
  public DataCacheSettings optional() {
    return new DataCacheSettings(directory, bytes, blockBytes, false, writebackBytes);
  }

  /**
   * The same for a client whose writes are acknowledged once they are in the directory.
   *
   * @param newBytes how many bytes may be only in the directory, and not on the volumes
   */
  public DataCacheSettings withWriteback(long newBytes) {
    checkWritebackBytes(newBytes);
    return new DataCacheSettings(directory, bytes, blockBytes, required, newBytes);
  }
}
