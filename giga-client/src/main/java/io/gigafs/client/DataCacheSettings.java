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
 * @param writebackBytes how many bytes of writes to files on volumes may be in the directory and
 *     not on the volumes, as programs continue before; 0 if they wait for the volumes
 */
public record DataCacheSettings(
    Path directory, long bytes, int blockBytes, boolean required, long writebackBytes) {
  /** What a cache has if nobody says how much: 10 GiB. */
  public static final long DEFAULT_BYTES = 10L << 30;

  /** Less is not of use. */
  public static final long MIN_BYTES = 64L << 20;

  /** What the writeback journal has at most by default: 1 GiB. */
  public static final long DEFAULT_WRITEBACK_BYTES = 1L << 30;

  /** Less is not of use. */
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

  /** With blocks of the usual length, and required. */
  public static DataCacheSettings of(Path directory, long bytes) {
    return new DataCacheSettings(directory, bytes, DataCache.BLOCK_BYTES, true, 0);
  }

  /** The same for a client that goes without a cache where the directory cannot be used. */
  public DataCacheSettings optional() {
    return new DataCacheSettings(directory, bytes, blockBytes, false, writebackBytes);
  }

  /**
   * The same for a client whose writes are done once they are in the directory.
   *
   * @param newBytes how many bytes may be there and not on the volumes
   */
  public DataCacheSettings withWriteback(long newBytes) {
    checkWritebackBytes(newBytes);
    return new DataCacheSettings(directory, bytes, blockBytes, required, newBytes);
  }
}
