package io.gigafs.cache.file;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A file that is read and written by position. Safe for use by several threads.
 *
 * <p>Java closes a channel for all threads when one of them is interrupted. Because reads and
 * writes are positional, the file is then reopened and they are retried; the interrupted thread
 * keeps its interrupt status.
 */
public final class PositionedFile implements Closeable {
  /** The JDK copies heap buffers through a direct buffer per thread, whose size this limits. */
  private static final int MAX_COPIED_BYTES = 128 << 10;

  /** Some file systems write larger pieces at a tenth of the rate. */
  private static final int MAX_DIRECT_BYTES = 1 << 20;

  private volatile Path path;
  private final FileOpener opener;
  private volatile FileChannel channel;
  private volatile @Nullable FileChannel shared;
  private volatile boolean isClosed;

  private PositionedFile(Path path, FileOpener opener, FileChannel channel) {
    this.path = path;
    this.opener = opener;
    this.channel = channel;
  }

  /** Opens a file for reading and writing, and creates it if it is missing. */
  public static PositionedFile open(Path path, FileOpener opener) throws IOException {
    return new PositionedFile(path, opener, openChannel(path, opener));
  }

  private static FileChannel openChannel(Path path, FileOpener opener) throws IOException {
    return opener.open(
        path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  public Path path() {
    return path;
  }

  /** An action that can be retried. */
  @FunctionalInterface
  private interface Action {
    int on(FileChannel file, ByteBuffer buffer, long position) throws IOException;
  }

  /**
   * Reads until a buffer is full.
   *
   * @throws EOFException if the file ends before
   */
  public void read(ByteBuffer into, long position) throws IOException {
    transfer(FileChannel::read, into, position);
  }

  /** Writes all bytes of a buffer. */
  public void write(ByteBuffer from, long position) throws IOException {
    transfer(FileChannel::write, from, position);
  }

  private void transfer(Action action, ByteBuffer buffer, long position) throws IOException {
    int start = buffer.position();
    int limit = buffer.limit();
    int piece = buffer.isDirect() ? MAX_DIRECT_BYTES : MAX_COPIED_BYTES;
    try {
      int done = start;
      while (done < limit) {
        buffer.limit(Math.min(limit, done + piece));
        int count = attempt(action, buffer, done, position + (done - start));
        if (count < 0) {
          throw new EOFException(path + " ends at " + (position + (done - start)));
        }
        done += count;
      }
    } finally {
      buffer.limit(limit);
    }
  }

  private int attempt(Action action, ByteBuffer buffer, int from, long position)
      throws IOException {
    boolean isInterrupted = false;
    try {
      while (true) {
        FileChannel used = channel;
        try {
          buffer.position(from);
          return action.on(used, buffer, position);
        } catch (ClosedChannelException e) {
          if (e instanceof ClosedByInterruptException) {
            isInterrupted |= Thread.interrupted();
          }
          reopen(used, e);
        }
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized void reopen(FileChannel used, ClosedChannelException why)
      throws IOException {
    if (isClosed) {
      throw why;
    }
    if (channel == used) {
      channel = openChannel(path, opener);
    }
  }

  /**
   * A channel that this class does not use for I/O, so that no interrupt of its callers closes it.
   */
  public FileChannel shared() throws IOException {
    FileChannel open = shared;
    return open != null && open.isOpen() ? open : openShared();
  }

  private synchronized FileChannel openShared() throws IOException {
    FileChannel open = shared;
    if (open == null || !open.isOpen()) {
      if (isClosed) {
        throw new ClosedChannelException();
      }
      open = opener.open(path, StandardOpenOption.READ);
      shared = open;
    }
    return open;
  }

  /** Renames the file, replacing an existing one. */
  public synchronized void moveTo(Path target) throws IOException {
    Files.move(path, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    path = target;
  }

  public long size() throws IOException {
    return Files.size(path);
  }

  /** Truncates the file. */
  public void truncate(long size) throws IOException {
    attempt(
        (file, buffer, position) -> {
          file.truncate(position);
          return 0;
        },
        ByteBuffer.allocate(0),
        0,
        size);
  }

  @Override
  public synchronized void close() throws IOException {
    isClosed = true;
    FileChannel other = shared;
    try {
      channel.close();
    } finally {
      if (other != null) {
        other.close();
      }
    }
  }

  /** Opens files; tests use it to inject disk failures. Safe for use by several threads. */
  @FunctionalInterface
  public interface FileOpener {
    FileChannel open(Path file, OpenOption... options) throws IOException;
  }
}
