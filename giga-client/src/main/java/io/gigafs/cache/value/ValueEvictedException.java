package io.gigafs.cache.value;

import io.gigafs.cache.CacheKey;
import java.io.IOException;

/**
 * A value was evicted while it was read as a stream, because the cache had no room for all of its
 * blocks. The bytes read before are correct; the caller has to read the value from its source.
 */
public final class ValueEvictedException extends IOException {
  private static final long serialVersionUID = 1;

  /** The value of the key was evicted, seen at that offset. */
  public ValueEvictedException(CacheKey key, long offset) {
    super("the value " + key + " was evicted while it was read, at byte " + offset);
  }
}
