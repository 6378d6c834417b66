package io.gigafs.tablefs.engine.cache;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** A block of native memory, all zero at first, that is given back when it is closed. */
final class NativeTable implements AutoCloseable {
  private static final AtomicLong OPEN_BYTES = new AtomicLong();

  private final ByteBuffer memory;
  private final UnsafeBuffer bytes;

  /**
   * @throws OutOfMemoryError if the JVM may take no more native memory
   */
  NativeTable(int size) {
    memory = ByteBuffer.allocateDirect(size);
    bytes = new UnsafeBuffer(memory);
    OPEN_BYTES.addAndGet(size);
  }

  /** How much memory such tables of this process have, bytes. */
  static long openBytes() {
    return OPEN_BYTES.get();
  }

  UnsafeBuffer bytes() {
    return bytes;
  }

  int size() {
    return memory.capacity();
  }

  /** The bytes must not be used any more. */
  @Override
  public void close() {
    OPEN_BYTES.addAndGet(-memory.capacity());
    BufferUtil.free(memory);
  }
}
