package io.gigafs.volume.posix;

import io.gigafs.volume.ObjectStatus;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/**
 * An open file of a mounted file system. Safe for use by several threads.
 *
 * <p>Java closes a channel for all threads when one of them is interrupted. Because reads and
 * writes are positional, the file is then reopened and they are retried; the interrupted thread
 * keeps its interrupt status.
 */
final class PosixObject implements VolumeObject {
  /** The JDK copies heap buffers through a direct buffer per thread, whose size this limits. */
  private static final int MAX_COPIED_BYTES = 1 << 20;

  private final PosixVolume volume;
  private final String path;
  private final boolean writes;
  private volatile FileChannel channel;
  private volatile @Nullable Object key;
  private volatile long modifiedNanos;
  private volatile boolean closed;

  PosixObject(PosixVolume volume, String path, PosixVolume.OpenFile file, boolean writes) {
    this.volume = volume;
    this.path = path;
    this.channel = file.channel();
    this.key = file.key();
    this.modifiedNanos = file.modifiedNanos();
    this.writes = writes;
  }

  /** An action that can be retried. */
  @FunctionalInterface
  private interface Action<T> {
    T on(FileChannel file) throws IOException;
  }

  private <T> T attempt(String verb, Action<T> action) throws VolumeException {
    boolean isInterrupted = false;
    try {
      while (true) {
        FileChannel used = channel;
        try {
          return action.on(used);
        } catch (ClosedChannelException e) {
          if (e instanceof ClosedByInterruptException) {
            isInterrupted |= Thread.interrupted();
          }
          reopen(used, e);
        }
      }
    } catch (VolumeException e) {
      throw e;
    } catch (IOException e) {
      throw volume.failures().of(verb, path, e, false);
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized void reopen(FileChannel used, ClosedChannelException why)
      throws IOException {
    if (closed) {
      throw why;
    }
    if (channel == used) {
      PosixVolume.OpenFile again = volume.openFile(path, writes);
      key = again.key();
      channel = again.channel();
    }
  }

  @Override
  public int read(long offset, ByteBuffer into) throws VolumeException {
    int start = into.position();
    return attempt(
        "read",
        file -> {
          into.position(start);
          int limit = into.limit();
          try {
            int last = 0;
            while (last >= 0 && into.position() < limit) {
              into.limit(step(into, limit));
              last = file.read(into, offset + into.position() - start);
            }
          } finally {
            into.limit(limit);
          }
          return into.position() - start;
        });
  }

  @Override
  public void write(long offset, ByteBuffer from) throws VolumeException {
    int start = from.position();
    attempt(
        "write",
        file -> {
          from.position(start);
          int limit = from.limit();
          try {
            while (from.position() < limit) {
              from.limit(step(from, limit));
              file.write(from, offset + from.position() - start);
            }
          } finally {
            from.limit(limit);
          }
          return limit;
        });
  }

  private static int step(ByteBuffer buffer, int limit) {
    return buffer.isDirect() ? limit : Math.min(limit, buffer.position() + MAX_COPIED_BYTES);
  }

  @Override
  public void truncate(long size) throws VolumeException {
    attempt(
        "truncate",
        file -> {
          if (file.size() > size) {
            file.truncate(size);
          } else if (file.size() < size) {
            extend(file, size);
          }
          return size;
        });
  }

  /**
   * Mapping an empty range behind the end makes the JDK call ftruncate(2), for which it has no
   * method.
   */
  private static void extend(FileChannel file, long size) throws IOException {
    file.map(FileChannel.MapMode.READ_WRITE, size, 0);
    if (file.size() < size) {
      file.write(ByteBuffer.allocate(1), size - 1);
    }
  }

  @Override
  public long seek(long offset, boolean toHole) throws VolumeException {
    long size = attempt("look at", FileChannel::size);
    if (offset >= size) {
      return -1;
    }
    long found = volume.sparse().seek(path, key, offset, toHole);
    return found == SparseFiles.UNKNOWN ? (toHole ? size : offset) : found;
  }

  @Override
  public ObjectStatus status() throws VolumeException {
    long size = attempt("look at", FileChannel::size);
    long holes = 0;
    try {
      ObjectStatus named = volume.status(path);
      modifiedNanos = named.modifiedNanos();
      holes = named.holes();
    } catch (VolumeException e) {
      if (e.kind() != VolumeException.Kind.NOT_FOUND) {
        throw e;
      }
      // Deleted while open: Java reads times by name only, so the last known time has to suffice.
    }
    return new ObjectStatus(size, modifiedNanos, holes);
  }

  @Override
  public void sync() throws VolumeException {
    attempt(
        "sync",
        file -> {
          file.force(false);
          return file;
        });
  }

  @Override
  public synchronized void close() {
    closed = true;
    try {
      channel.close();
    } catch (IOException e) {
      // Durable data was synced; close(2) reports nothing else of use.
    }
  }
}
