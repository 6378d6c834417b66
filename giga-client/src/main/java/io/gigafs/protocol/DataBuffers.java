package io.gigafs.protocol;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The process-wide allocator of buffers for file data. It pools buffers for a full {@code
 * DataChunk}, or a frame with one, and reuses the last released one first: allocating a megabyte
 * from the system and clearing it takes longer than filling it, and the last used buffer is in the
 * processor's cache. All other buffers are Netty's. Thread-safe.
 *
 * <p>At most {@link #MAX_KEPT} buffers are pooled, for the life of the process. Each is allocated
 * when all others are in use.
 */
public final class DataBuffers extends AbstractByteBufAllocator {
  /** The instance of this process. */
  public static final DataBuffers INSTANCE = new DataBuffers();

  /** More than two processors need for concurrent streams in both directions. */
  static final int MAX_KEPT = 48;

  /** A full chunk, with the head of all but a few frames. */
  static final int KEPT_BYTES = Limits.MAX_DATA_BYTES + 8 * 1024;

  /** A pooled buffer may be up to a third larger than the requested size. */
  private static final int MIN_BYTES = KEPT_BYTES / 4 * 3;

  /** The unused buffers. Guarded by itself. */
  private final Deque<ByteBuffer> idle = new ArrayDeque<>();

  /** The number of pooled buffers. Guarded by {@link #idle}. */
  private int made;

  private DataBuffers() {
    super(true);
  }

  /** The size of the pool, including buffers in use. */
  public long keptBytes() {
    synchronized (idle) {
      return (long) made * KEPT_BYTES;
    }
  }

  @Override
  protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
    return PooledByteBufAllocator.DEFAULT.heapBuffer(initialCapacity, maxCapacity);
  }

  @Override
  protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
    if (initialCapacity == maxCapacity
        && initialCapacity >= MIN_BYTES
        && initialCapacity <= KEPT_BYTES) {
      ByteBuffer memory = take();
      if (memory != null) {
        return toLeakAwareBuffer(new Kept(this, memory, initialCapacity));
      }
    }
    return PooledByteBufAllocator.DEFAULT.directBuffer(initialCapacity, maxCapacity);
  }

  private @Nullable ByteBuffer take() {
    synchronized (idle) {
      ByteBuffer last = idle.pollLast();
      if (last != null || made == MAX_KEPT) {
        return last;
      }
      made++;
    }
    boolean done = false;
    try {
      ByteBuffer memory = ByteBuffer.allocateDirect(KEPT_BYTES);
      done = true;
      return memory;
    } finally {
      if (!done) {
        synchronized (idle) {
          made--;
        }
      }
    }
  }

  private void giveBack(ByteBuffer memory) {
    synchronized (idle) {
      idle.addLast(memory);
    }
  }

  @Override
  public boolean isDirectBufferPooled() {
    return true;
  }

  /** A buffer on pooled memory. */
  private static final class Kept extends UnpooledDirectByteBuf {
    private final DataBuffers owner;
    private final ByteBuffer memory;

    Kept(DataBuffers owner, ByteBuffer memory, int bytes) {
      super((ByteBufAllocator) owner, memory.duplicate().limit(bytes), bytes);
      this.owner = owner;
      this.memory = memory;
      writerIndex(0);
    }

    @Override
    protected void deallocate() {
      super.deallocate();
      owner.giveBack(memory);
    }
  }
}
