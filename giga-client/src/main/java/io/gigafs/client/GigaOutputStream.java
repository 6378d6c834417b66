package io.gigafs.client;

import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Writes a file of a cluster as a stream. Bytes are gathered into blocks of 128 KiB. {@link #flush}
 * passes them to the client, {@link #publish} to the cluster, {@link #sync} to its disks.
 *
 * <p><b>A failure is permanent</b>: once a write has failed, the file's contents are incomplete,
 * and every later call fails with the same error, including {@link #close}, which still closes the
 * file. So a close that returns normally means that all bytes were accepted. For one thread at a
 * time.
 */
public final class GigaOutputStream extends OutputStream {
  private static final int BLOCK_BYTES = 128 << 10;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final OpenFile file;
  private final boolean appends;

  /** Buffered bytes. Allocated with the first byte, because many files stay empty. */
  private ByteBuffer block = NOTHING;

  /** The offset of the block's start, or the number of appended bytes. */
  private long start;

  private @Nullable GigaException failure;
  private boolean handed;
  private boolean closed;

  private GigaOutputStream(OpenFile file, boolean appends, long start) {
    this.file = file;
    this.appends = appends;
    this.start = start;
  }

  /**
   * Writes to an open file from an offset.
   *
   * @param file is closed with the stream
   */
  public static GigaOutputStream at(long offset, OpenFile file) {
    return new GigaOutputStream(file, false, offset);
  }

  /**
   * Appends to an open file, one block at a time, as {@link OpenFile#append} does. Bytes of others
   * may come between two blocks, but not into one.
   *
   * @param file is closed with the stream
   */
  public static GigaOutputStream appendingTo(OpenFile file) {
    return new GigaOutputStream(file, true, 0);
  }

  /**
   * Creates or truncates a file.
   *
   * @param mode permission bits (07777) of a new file, the umask already applied
   */
  public static GigaOutputStream create(GigaClient client, GigaPath path, int mode)
      throws GigaException {
    OpenOptions options = OpenOptions.of(Flag.WRITE, Flag.CREATE, Flag.TRUNCATE);
    return at(0, client.open(path, options.withMode(mode)));
  }

  /** Creates a file, or appends to an existing one; see {@link #appendingTo}. */
  public static GigaOutputStream append(GigaClient client, GigaPath path, int mode)
      throws GigaException {
    OpenOptions options = OpenOptions.of(Flag.WRITE, Flag.CREATE);
    return appendingTo(client.open(path, options.withMode(mode)));
  }

  /** The offset of the next byte; for an appending stream, how many bytes were written. */
  public long position() {
    return start + block.position();
  }

  @Override
  public void write(int value) throws GigaException {
    checkWell();
    makeRoomFor(1);
    block.put((byte) value);
  }

  @Override
  public void write(byte[] from, int offset, int length) throws GigaException {
    Objects.checkFromIndexSize(offset, length, from.length);
    checkWell();
    if (length < BLOCK_BYTES) {
      makeRoomFor(length);
      block.put(from, offset, length);
    } else {
      flush();
      hand(ByteBuffer.wrap(from, offset, length));
    }
  }

  private void makeRoomFor(int length) throws GigaException {
    if (block.capacity() == 0) {
      block = ByteBuffer.allocate(BLOCK_BYTES);
    } else if (length > block.remaining()) {
      flush();
    }
  }

  /** Passes all bytes to the client; its other handles see them from then on. */
  @Override
  public void flush() throws GigaException {
    checkWell();
    if (block.position() > 0) {
      hand(block.flip());
      block.clear();
    }
  }

  /** Flushes all bytes to the cluster: other clients see them when they open the file. */
  public void publish() throws GigaException {
    flush();
    await(file.flush());
  }

  /** fsync(2): flushes all bytes to the cluster, and returns when they are on disk. */
  public void sync() throws GigaException {
    flush();
    await(file.sync());
  }

  private void hand(ByteBuffer bytes) throws GigaException {
    handed = true;
    int length = bytes.remaining();
    await(appends ? file.append(bytes) : file.write(start, bytes));
    start += length;
  }

  private void await(CompletableFuture<Void> future) throws GigaException {
    try {
      Awaiting.result(future);
    } catch (GigaException e) {
      failure = e;
      throw e;
    }
  }

  private void checkWell() throws GigaException {
    if (closed) {
      throw ErrorCode.EBADF.exception("the stream is closed");
    }
    if (failure != null) {
      throw failedBefore(failure);
    }
  }

  private static GigaException failedBefore(GigaException cause) {
    GigaException again = cause.code().exception("an earlier write failed");
    again.initCause(cause);
    return again;
  }

  /**
   * Flushes all bytes to the cluster and closes the file. Fails if any byte, or an earlier write,
   * was lost; the file is closed in any case. Idempotent.
   *
   * <p>A file that was not written is closed in the background, because nothing can be lost.
   */
  @Override
  public void close() throws GigaException {
    if (closed) {
      return;
    }
    GigaException lost = failure == null ? null : failedBefore(failure);
    if (lost == null) {
      try {
        flush();
      } catch (GigaException e) {
        lost = e;
      }
    }
    closed = true;
    if (!handed && lost == null) {
      file.release();
      return;
    }
    try {
      Awaiting.result(file.closeAsync());
    } catch (GigaException e) {
      if (lost == null) {
        throw e;
      }
      lost.addSuppressed(e);
    }
    if (lost != null) {
      throw lost;
    }
  }
}
