package io.gigafs.cache.value;

import io.gigafs.cache.CacheKey;
import java.io.IOException;

/**
 * A value went while it was read as a stream: the cache had no room for all of its blocks. What was
 * read before is right; a caller reads the whole from where the value came from.
 */
public final class ValueEvictedException extends IOException {
  private static final long serialVersionUID = 1;

  /** The value of the key went at that offset. */
  public ValueEvictedException(CacheKey key, long offset) {
    super("the value " + key + " was evicted while it was read, at byte " + offset);
  }
}
