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
 * Buffers for bytes of files, of this process. Those for a full {@link DataChunk}, or a frame that
 * brings one, are kept and used again, the last one first: to get a megabyte from the system and
 * have it cleared takes longer than to fill it, and what was used last is in the processor's cache.
 * All others are Netty's. Safe for use by several threads.
 *
 * <p>At most {@link #MAX_KEPT} are kept, for the life of the process; each is made when all others
 * are in use.
 */
public final class DataBuffers extends AbstractByteBufAllocator {
  /** The one of this process. */
  public static final DataBuffers INSTANCE = new DataBuffers();

  /** More than what two processors need to have a stream under way in either direction. */
  static final int MAX_KEPT = 48;

  /** A full chunk, and what stands before it in all but a few frames. */
  static final int KEPT_BYTES = DataChunk.MAX_BYTES + 8 * 1024;

  /** A buffer may be up to a third longer than what it holds. */
  private static final int MIN_BYTES = KEPT_BYTES / 4 * 3;

  /** Those that nobody uses. Guarded by itself. */
  private final Deque<ByteBuffer> idle = new ArrayDeque<>();

  /** How many there are. Guarded by {@link #idle}. */
  private int made;

  private DataBuffers() {
    super(true);
  }

  /** How much memory is kept, whether or not it is in use. */
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

  /** Over a part of memory that is kept. */
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
