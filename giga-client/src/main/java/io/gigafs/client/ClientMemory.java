package io.gigafs.client;

/**
 * Limits of the memory for the bytes of a client's files.
 *
 * @param cacheBytes of small files: beyond it, writes go to servers at once and read bytes are not
 *     kept. 0 keeps only what calls in flight need
 * @param bufferBytes for read-ahead and buffered writes of large files that go through servers: at
 *     least 1 MiB
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
