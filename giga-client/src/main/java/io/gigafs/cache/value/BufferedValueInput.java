package io.gigafs.cache.value;

import java.nio.ByteBuffer;

/** A value that was read as a whole. */
public final class BufferedValueInput extends ValueInput {
  private final ByteBuffer bytes;

  /** Takes ownership of the buffer, and returns its remaining bytes. */
  public BufferedValueInput(ByteBuffer bytes) {
    super(bytes.remaining());
    this.bytes = bytes;
  }

  @Override
  protected int readSome(ByteBuffer into, long at) {
    int count = into.remaining();
    into.put(bytes.slice(bytes.position(), count));
    bytes.position(bytes.position() + count);
    return count;
  }

  @Override
  public void close() {
    bytes.position(bytes.limit());
  }
}
