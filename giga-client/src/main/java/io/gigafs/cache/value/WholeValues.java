package io.gigafs.cache.value;

import io.gigafs.cache.CacheKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads values into arrays. */
public final class WholeValues {
  private static final int FIRST_BYTES = 4 << 10;
  private static final int MAX_ATTEMPTS = 16;

  /** The maximum length of an array on every JVM. */
  private static final long MAX_ARRAY_BYTES = Integer.MAX_VALUE - 8L;

  private WholeValues() {}

  /**
   * The value of a key, null if there is none.
   *
   * @throws IOException as from {@link ValueStore#get}, or if the value is too long for an array
   */
  public static byte @Nullable [] get(ValueStore values, CacheKey key) throws IOException {
    int capacity = FIRST_BYTES;
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      byte[] array = new byte[capacity];
      ByteBuffer into = ByteBuffer.wrap(array);
      long length = values.get(key, into);
      if (length == ValueStore.MISS) {
        return null;
      }
      if (length > MAX_ARRAY_BYTES) {
        throw new IOException(
            "the value " + key + " has " + length + " bytes, too many for an array; open it");
      }
      if (into.position() == length) {
        return length == capacity ? array : Arrays.copyOf(array, (int) length);
      }
      capacity = (int) length;
    }
    return null;
  }
}
