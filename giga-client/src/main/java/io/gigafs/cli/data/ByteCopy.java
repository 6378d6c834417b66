package io.gigafs.cli.data;

import io.gigafs.concurrent.Futures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.LongConsumer;

/**
 * Copies bytes: one block is read while the previous one is written. Safe for use by several
 * threads. Only a few copy large files at a time, because each uses two blocks of memory.
 */
public final class ByteCopy implements AutoCloseable {
  /** The size of a read. */
  public static final int BLOCK_BYTES = 4 << 20;

  /**
   * A file's bytes before a multiple of this are synced before any after it are written, so that an
   * interrupted copy can resume from the last multiple that it had reached.
   */
  public static final long STEP_BYTES = 64L << 20;

  /** The unit in which zeros are left out. */
  private static final int HOLE_BYTES = 64 << 10;

  /** The size of the first read. Most files are smaller and need no block. */
  private static final int SMALL_BYTES = 128 << 10;

  private static final int COPIES_AT_A_TIME = 4;
  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(HOLE_BYTES).asReadOnlyBuffer();

  private final Semaphore copies = new Semaphore(COPIES_AT_A_TIME);
  private final Deque<ByteBuffer> buffers = new ArrayDeque<>();
  private final LongConsumer progress;
  private final ExecutorService readers;

  /**
   * @param progress receives the number of copied bytes, holes included; called by several threads
   */
  public ByteCopy(LongConsumer progress) {
    this.progress = progress;
    this.readers =
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, "giga-read");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Writes a block. */
  private interface Writing {
    void write(long offset, ByteBuffer block) throws IOException;
  }

  /**
   * Copies everything from an offset on.
   *
   * @return the offset of the source's end
   */
  public long copy(ByteSource source, ByteSink sink, long start) throws IOException {
    return blocks(source, start, sink::write);
  }

  /**
   * Copies a file from an offset on, which is a multiple of {@link #STEP_BYTES}. Long runs of zeros
   * become holes.
   *
   * @param copy whose content after the offset is discarded; all of it if the offset is 0
   * @return the copy's length
   */
  public long copyFile(ByteSource source, DataFile copy, long start) throws IOException {
    long[] end = {start};
    if (start > 0) {
      copy.truncate(start);
    }
    long size =
        blocks(
            source,
            start,
            (offset, block) -> {
              if (offset > start && offset % STEP_BYTES == 0) {
                copy.sync();
              }
              end[0] = Math.max(end[0], writeWithHoles(copy, offset, block));
            });
    if (end[0] < size) {
      copy.truncate(size);
    }
    return size;
  }

  /** The offset from which an interrupted copy of this size can resume. */
  public static long resumeOffset(long size) {
    return size == 0 ? 0 : (size - 1) / STEP_BYTES * STEP_BYTES;
  }

  /** Writes a block without its zeros; returns the offset after the last byte written. */
  private static long writeWithHoles(DataFile copy, long offset, ByteBuffer block)
      throws IOException {
    int limit = block.limit();
    int at = 0;
    long end = 0;
    while (at < limit) {
      int hole = at;
      while (hole < limit && isZeros(block, hole, Math.min(HOLE_BYTES, limit - hole))) {
        hole += Math.min(HOLE_BYTES, limit - hole);
      }
      int data = hole;
      while (data < limit && !isZeros(block, data, Math.min(HOLE_BYTES, limit - data))) {
        data += Math.min(HOLE_BYTES, limit - data);
      }
      if (data > hole) {
        copy.write(offset + hole, block.slice(hole, data - hole));
        end = offset + data;
      }
      at = data;
    }
    return end;
  }

  private static boolean isZeros(ByteBuffer block, int from, int length) {
    return block.slice(from, length).mismatch(ZEROS.slice(0, length)) < 0;
  }

  private long blocks(ByteSource source, long start, Writing writing) throws IOException {
    ByteBuffer small = ByteBuffer.allocate(SMALL_BYTES);
    int length = source.read(start, small);
    if (length == SMALL_BYTES) {
      return largeBlocks(source, start, small.flip(), writing);
    }
    if (length > 0) {
      write(writing, start, small);
    }
    return start + length;
  }

  /**
   * @param first the block that was read already
   */
  private long largeBlocks(ByteSource source, long start, ByteBuffer first, Writing writing)
      throws IOException {
    copies.acquireUninterruptibly();
    ByteBuffer block = buffer().put(first);
    ByteBuffer ahead = buffer();
    try {
      long offset = start;
      int length = SMALL_BYTES + source.read(offset + SMALL_BYTES, block);
      while (length == BLOCK_BYTES) {
        long next = offset + length;
        ByteBuffer target = ahead;
        CompletableFuture<Integer> reading =
            CompletableFuture.supplyAsync(() -> read(source, next, target), readers);
        try {
          write(writing, offset, block);
        } catch (IOException | RuntimeException e) {
          reading.exceptionally(failure -> 0).join();
          throw e;
        }
        length = Futures.await(reading);
        offset = next;
        ahead = block;
        block = target;
      }
      if (length > 0) {
        write(writing, offset, block);
      }
      return offset + length;
    } finally {
      release(block);
      release(ahead);
      copies.release();
    }
  }

  private void write(Writing writing, long offset, ByteBuffer block) throws IOException {
    block.flip();
    int length = block.limit();
    writing.write(offset, block);
    block.clear();
    progress.accept(length);
  }

  private static int read(ByteSource source, long offset, ByteBuffer into) {
    try {
      return source.read(offset, into);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized ByteBuffer buffer() {
    ByteBuffer used = buffers.poll();
    return used == null ? ByteBuffer.allocateDirect(BLOCK_BYTES) : used;
  }

  private synchronized void release(ByteBuffer buffer) {
    buffers.push(buffer.clear());
  }

  @Override
  public void close() {
    readers.shutdown();
  }

  /** Receives bytes; by one thread at a time. */
  @FunctionalInterface
  public interface ByteSink {
    /** Writes all of the buffer at an offset. */
    void write(long offset, ByteBuffer from) throws IOException;
  }
}
