package io.gigafs.tablefs.engine.front;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** A block of native memory, initially zero, that is freed on close. */
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

  /** Native memory of all tables of this process, bytes. */
  static long openBytes() {
    return OPEN_BYTES.get();
  }

  UnsafeBuffer bytes() {
    return bytes;
  }

  int size() {
    return memory.capacity();
  }

  /** The bytes must not be used after this. */
  @Override
  public void close() {
    OPEN_BYTES.addAndGet(-memory.capacity());
    BufferUtil.free(memory);
  }
}
