package io.gigafs.cache.value;

import java.nio.ByteBuffer;

/** A value that was read as a whole. */
public final class BufferedValueInput extends ValueInput {
  private final ByteBuffer bytes;

  /** Of what is left in the buffer, which belongs to this from here on. */
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
