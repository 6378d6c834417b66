package io.gigafs.client;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Reads a file of a cluster as a stream, from any position on. Bytes come in blocks of 128 KiB, and
 * larger ones if more is asked for at once; those that came already are not asked for again, so
 * what others write meanwhile shows up behind them.
 *
 * <p>For one thread at a time, but for {@link #read(long, byte[], int, int)}, {@link #readFully}
 * and {@link #size}, which any number of threads may call meanwhile. Failures are a {@link
 * GigaException}; where the stream stands is then unchanged. After one that says that the thread
 * was interrupted, the array that was to be filled may still be written to for a while.
 */
public final class GigaInputStream extends InputStream {
  private static final int BLOCK_BYTES = 128 << 10;

  private final OpenFile file;

  /** What came and was not read yet; it ends at {@link #next}. */
  private ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES).limit(0);

  /** The offset in the file behind the block. */
  private long next;

  /** {@link OpenFile#foreignChange} as of which the block is. */
  private long foreignChange;

  /** {@link OpenFile#locksTaken} as of which it is. */
  private long locksTaken;

  /** What {@link #reset} goes back to; negative if nothing is marked. */
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

  /** The offset in the file of the byte that is read next. */
  public long position() {
    return next - block.remaining();
  }

  /**
   * Goes to an offset, which may be behind the file's end: nothing is read there.
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

  /** How long the file is now. */
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

  /** Reads more than a block holds, with no block in between. */
  private int readPast(byte[] into, int offset, int length) throws GigaException {
    int count = read(next, into, offset, length);
    if (count > 0) {
      goTo(next + count);
    }
    return count;
  }

  /** Goes to an offset, with nothing in the block. */
  private void goTo(long position) {
    block.limit(0);
    next = position;
  }

  /** Forgets what came before a lock was taken, or before it was known that others wrote. */
  private void dropOld() {
    if (block.limit() > 0
        && (file.foreignChange() != foreignChange || file.locksTaken() != locksTaken)) {
      goTo(position());
    }
  }

  /**
   * Reads a block from an offset on, and goes there if the file has anything at it.
   *
   * @return whether it has
   */
  private boolean fill(long from) throws GigaException {
    goTo(position());
    byte[] bytes = block.array();
    // Before it is read: what is known by the end may have come too late for these bytes.
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
   * pread(2): reads from an offset on, wherever the stream stands, which stays there.
   *
   * @return how many bytes; fewer than asked for only where the file ends, -1 behind its end
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
   * Likewise, all of it.
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

  /** Goes on by so many bytes, or up to the file's end, without reading what is between. */
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
    // The byte before it says whether the file reaches so far, and those behind are read next.
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

  /** Marks where the stream stands; the mark holds however much is read. */
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

  /** Closes the file. Doing it again does nothing. */
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
