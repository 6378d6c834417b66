package io.gigafs.cache.value;

import io.gigafs.cache.CacheKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * Reads the bytes of a value sequentially. Used by one thread at a time; to be closed.
 *
 * <p>All reads throw {@link ValueEvictedException} if the rest of the value is gone.
 */
public abstract class ValueInput extends InputStream {
  private static final int MAX_SKIPPED_BYTES = 64 << 10;

  private final long length;
  private long position;

  /** The input of a value with that length. */
  protected ValueInput(long length) {
    this.length = length;
  }

  /** The length of the value. */
  public final long length() {
    return length;
  }

  /** How many bytes were read. */
  public final long position() {
    return position;
  }

  /**
   * Reads some bytes, at least one unless the buffer is full.
   *
   * @return how many, -1 at the value's end
   */
  public final int read(ByteBuffer into) throws IOException {
    if (!into.hasRemaining()) {
      return 0;
    }
    if (position == length) {
      return -1;
    }
    int limit = into.limit();
    int count = (int) Math.min(into.remaining(), length - position);
    into.limit(into.position() + count);
    try {
      int done = readSome(into, position);
      position += done;
      return done;
    } finally {
      into.limit(limit);
    }
  }

  /**
   * Reads at least one byte at the position. The buffer has room, and no more than the remaining
   * bytes.
   *
   * @return how many were read
   */
  protected abstract int readSome(ByteBuffer into, long at) throws IOException;

  @Override
  public final int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public final int read(byte[] into, int offset, int count) throws IOException {
    return read(ByteBuffer.wrap(into, offset, count));
  }

  @Override
  public final long skip(long count) throws IOException {
    ByteBuffer skipped = ByteBuffer.allocate((int) Math.min(MAX_SKIPPED_BYTES, Math.max(0, count)));
    long done = 0;
    while (done < count) {
      skipped.clear().limit((int) Math.min(skipped.capacity(), count - done));
      int read = read(skipped);
      if (read < 0) {
        break;
      }
      done += read;
    }
    return done;
  }

  @Override
  public final int available() {
    return 0;
  }

  @Override
  public abstract void close() throws IOException;

  /**
   * A value was evicted while it was read as a stream, because the cache had no room for all of its
   * blocks. The bytes read before are correct; the caller has to read the value from its source.
   */
  public static final class ValueEvictedException extends IOException {
    private static final long serialVersionUID = 1;

    /** The value of the key was evicted, seen at that offset. */
    public ValueEvictedException(CacheKey key, long offset) {
      super("the value " + key + " was evicted while it was read, at byte " + offset);
    }
  }
}
