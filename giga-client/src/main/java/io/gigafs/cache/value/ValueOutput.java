package io.gigafs.cache.value;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * Writes the bytes of a value. The value becomes visible by {@link #commit}; closing without a
 * commit discards it. Used by one thread at a time; to be closed.
 */
public abstract class ValueOutput extends OutputStream {
  /** Adds bytes, from the position to the limit, and moves the position. */
  public abstract void write(ByteBuffer from) throws IOException;

  /**
   * Makes the written bytes the value of the key.
   *
   * @return whether it was stored; false if there is no room for all of it
   */
  public abstract boolean commit() throws IOException;

  @Override
  public final void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public final void write(byte[] from, int offset, int count) throws IOException {
    write(ByteBuffer.wrap(from, offset, count));
  }

  /** Does nothing: the value becomes visible by its commit. */
  @Override
  public final void flush() {}

  /** Discards the value if it was not committed. */
  @Override
  public abstract void close() throws IOException;
}
