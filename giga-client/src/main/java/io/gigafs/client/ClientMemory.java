package io.gigafs.client;

/**
 * How much memory the bytes of a client's files take at most.
 *
 * @param cacheBytes of small files: beyond it, writes to them go to servers at once, and what was
 *     read of them is not kept. 0 keeps none but what calls under way need
 * @param bufferBytes that are read ahead, or are yet to be written, of large files by way of
 *     servers: at least 1 MiB
 */
public record ClientMemory(long cacheBytes, long bufferBytes) {
  /** 64 MiB each. */
  public static final ClientMemory DEFAULT = new ClientMemory(64L << 20, 64L << 20);

  private static final long MIN_BUFFER_BYTES = 1L << 20;

  public ClientMemory {
    if (cacheBytes < 0) {
      throw new IllegalArgumentException("cache-size is not negative, as " + cacheBytes);
    }
    if (bufferBytes < MIN_BUFFER_BYTES) {
      throw new IllegalArgumentException("buffer-size is at least 1 MiB, not " + bufferBytes);
    }
  }
}
