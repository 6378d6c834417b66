package io.gigafs.client;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Reads a file of a cluster as a stream, from any position. Bytes are fetched in blocks of 128 KiB,
 * or larger ones for larger reads. Fetched bytes are not requested again, so concurrent writes of
 * others show up only behind them.
 *
 * <p>For one thread at a time, except for {@link #read(long, byte[], int, int)}, {@link #readFully}
 * and {@link #size}, which any number of threads may call concurrently. Failures are a {@link
 * GigaException} and leave the position unchanged. After a failure by an interrupt, the target
 * array may still be written to for a while.
 */
public final class GigaInputStream extends InputStream {
  private static final int BLOCK_BYTES = 128 << 10;

  private final OpenFile file;

  /** Fetched and unread bytes; ends at {@link #next}. */
  private ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES).limit(0);

  /** The offset in the file behind the block. */
  private long next;

  /** {@link OpenFile#foreignChange} at the time of the block. */
  private long foreignChange;

  /** {@link OpenFile#locksTaken} at that time. */
  private long locksTaken;

  /** The position for {@link #reset}; negative if nothing is marked. */
  private long mark = -1;

  private volatile boolean closed;

  /**
   * Reads an open file from its start.
   *
   * @param file is closed with the stream
   */
  public GigaInputStream(OpenFile file) {
    this.file = file;
  }

  /** Opens a file to read it. */
  public static GigaInputStream open(GigaClient client, GigaPath path) throws GigaException {
    return new GigaInputStream(client.open(path, OpenOptions.READ));
  }

  /** The file offset of the next byte. */
  public long position() {
    return next - block.remaining();
  }

  /**
   * Seeks to an offset, which may be behind the file's end, where reads return nothing.
   *
   * @throws EOFException if it is negative
   */
  public void seek(long position) throws IOException {
    checkOpen();
    if (position < 0) {
      throw new EOFException("seek to " + position + ", before the file's start");
    }
    dropOld();
    long start = next - block.limit();
    if (position >= start && position < next) {
      block.position((int) (position - start));
    } else {
      goTo(position);
    }
  }

  /** The current length of the file. */
  public long size() throws GigaException {
    checkOpen();
    return Awaiting.result(file.stat()).size();
  }

  @Override
  public int read() throws GigaException {
    checkOpen();
    dropOld();
    return block.hasRemaining() || fill(next) ? block.get() & 0xff : -1;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws GigaException {
    Objects.checkFromIndexSize(offset, length, into.length);
    checkOpen();
    if (length == 0) {
      return 0;
    }
    dropOld();
    if (!block.hasRemaining()) {
      if (length >= BLOCK_BYTES) {
        return readPast(into, offset, length);
      }
      if (!fill(next)) {
        return -1;
      }
    }
    int count = Math.min(length, block.remaining());
    block.get(into, offset, count);
    return count;
  }

  /** Reads more than a block holds, directly into the caller's array. */
  private int readPast(byte[] into, int offset, int length) throws GigaException {
    int count = read(next, into, offset, length);
    if (count > 0) {
      goTo(next + count);
    }
    return count;
  }

  /** Seeks to an offset, with an empty block. */
  private void goTo(long position) {
    block.limit(0);
    next = position;
  }

  /** Drops bytes fetched before a lock was acquired, or before a change by others became known. */
  private void dropOld() {
    if (block.limit() > 0
        && (file.foreignChange() != foreignChange || file.locksTaken() != locksTaken)) {
      goTo(position());
    }
  }

  /**
   * Fetches a block from an offset, and seeks there if the file has any bytes at it.
   *
   * @return whether it has
   */
  private boolean fill(long from) throws GigaException {
    goTo(position());
    byte[] bytes = block.array();
    // Taken before the read: a change that becomes known during it may not be in these bytes.
    long foreignBefore = file.foreignChange();
    long locksBefore = file.locksTaken();
    boolean over = false;
    try {
      int count = Awaiting.result(file.read(from, ByteBuffer.wrap(bytes)));
      over = true;
      if (count == 0) {
        return false;
      }
      block.limit(count);
      next = from + count;
      foreignChange = foreignBefore;
      locksTaken = locksBefore;
      return true;
    } finally {
      if (!over) { // an interrupt ends the wait and not the read
        block = ByteBuffer.allocate(BLOCK_BYTES).limit(0);
      }
    }
  }

  /**
   * pread(2): reads at an offset without changing the position.
   *
   * @return how many bytes; fewer than requested only where the file ends, -1 behind its end
   */
  public int read(long position, byte[] into, int offset, int length) throws GigaException {
    Objects.checkFromIndexSize(offset, length, into.length);
    checkOpen();
    if (length == 0) {
      return 0;
    }
    int count = Awaiting.result(file.read(position, ByteBuffer.wrap(into, offset, length)));
    return count == 0 ? -1 : count;
  }

  /**
   * Like {@link #read(long, byte[], int, int)}, all of it.
   *
   * @throws EOFException if the file ends before
   */
  public void readFully(long position, byte[] into, int offset, int length) throws IOException {
    int count = Math.max(0, read(position, into, offset, length));
    if (count < length) {
      throw new EOFException(
          "the file ends at " + (position + count) + ", " + (length - count) + " bytes too early");
    }
  }

  /** Skips a number of bytes, or to the file's end, without reading them. */
  @Override
  public long skip(long count) throws GigaException {
    checkOpen();
    if (count <= 0) {
      return 0;
    }
    dropOld();
    if (count <= block.remaining()) {
      block.position(block.position() + (int) count);
      return count;
    }
    long from = position();
    long target = count > Long.MAX_VALUE - from ? Long.MAX_VALUE : from + count;
    // Reading the byte before the target shows whether the file reaches it, and prefetches what
    // follows.
    if (target <= Long.MAX_VALUE - BLOCK_BYTES && fill(target - 1)) {
      block.get();
    } else {
      goTo(Math.max(from, Math.min(target, size())));
    }
    return position() - from;
  }

  /** How many bytes can be read without a request. */
  @Override
  public int available() throws GigaException {
    checkOpen();
    dropOld();
    return block.remaining();
  }

  @Override
  public boolean markSupported() {
    return true;
  }

  /** Marks the current position; the mark stays valid however much is read. */
  @Override
  public void mark(int readLimit) {
    mark = position();
  }

  @Override
  public void reset() throws IOException {
    checkOpen();
    if (mark < 0) {
      throw new IOException("reset of a stream without a mark");
    }
    seek(mark);
  }

  /** Closes the file. Idempotent. */
  @Override
  public void close() throws GigaException {
    closed = true;
    Awaiting.result(file.closeAsync());
  }

  private void checkOpen() throws GigaException {
    if (closed) {
      throw ErrorCode.EBADF.exception("the stream is closed");
    }
  }
}
