package io.gigafs.hadoop.volume;

import io.gigafs.volume.ObjectStatus;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Supports writes at any offset on an append-only file.
 *
 * <ol>
 *   <li>A write at the end is appended.
 *   <li>A write after the end is buffered until the gap is filled, as happens when several threads
 *       write a file from start to end. The gap is filled with zeros when the data must become
 *       visible, or when {@link #MAX_EARLY_BYTES} are buffered.
 *   <li>A write before the end copies the file with the change, and replaces it at once.
 * </ol>
 *
 * Each sync closes the file, which makes its length visible to others and permits them to append.
 */
final class HadoopObject implements VolumeObject {
  private static final Logger LOG = LoggerFactory.getLogger(HadoopObject.class);

  private static final long MAX_EARLY_BYTES = 64 << 20;
  private static final int COPY_BYTES = 1 << 20;
  private static final String COPY = ".giga-copy";
  private static final long TRUNCATE_POLL_MILLIS = 50;
  private static final int MAX_POLLS = 1_200;

  private final HadoopVolume volume;
  private final String path;
  private final boolean writes;

  /**
   * Open for appending, unless nothing was written since a sync. Guarded by this, as are all fields
   * below.
   */
  private @Nullable FSDataOutputStream out;

  /** Open for reading, with the length at that time. */
  private @Nullable FSDataInputStream in;

  private long readable;

  /** Writes after the end, by offset. */
  private final TreeMap<Long, byte[]> early = new TreeMap<>();

  private long earlyBytes;

  HadoopObject(HadoopVolume volume, String path, @Nullable FSDataOutputStream out, boolean writes) {
    this.volume = volume;
    this.path = path;
    this.out = out;
    this.writes = writes;
  }

  private FileSystem files() {
    return volume.files();
  }

  private Path file() {
    return volume.at(path);
  }

  @Override
  public synchronized int read(long offset, ByteBuffer into) throws VolumeException {
    return volume
        .failures()
        .attempt(
            "read",
            path,
            () -> {
              settle();
              byte[] bytes = new byte[into.remaining()];
              int count = read(offset, bytes);
              into.put(bytes, 0, count);
              return count;
            });
  }

  private int read(long offset, byte[] bytes) throws IOException {
    if (in == null || offset + bytes.length > readable) {
      closeInput();
      readable = files().getFileStatus(file()).getLen();
      in = files().open(file());
    }
    int wanted = (int) Math.max(0, Math.min(bytes.length, readable - offset));
    in.readFully(offset, bytes, 0, wanted);
    return wanted;
  }

  @Override
  public synchronized void write(long offset, ByteBuffer from) throws VolumeException {
    byte[] bytes = new byte[from.remaining()];
    from.get(bytes);
    volume
        .failures()
        .attempt(
            "write",
            path,
            () -> {
              write(offset, bytes);
              return bytes;
            });
  }

  private void write(long offset, byte[] bytes) throws IOException {
    if (!writes) {
      throw new IOException("it was opened for reading only");
    }
    long end = output().getPos();
    if (offset < end) {
      overwrite(offset, bytes);
    } else if (offset > end) {
      keepEarly(offset, bytes);
    } else {
      append(bytes);
    }
  }

  private FSDataOutputStream output() throws IOException {
    FSDataOutputStream opened = out;
    if (opened == null) {
      opened = files().append(file());
      out = opened;
    }
    return opened;
  }

  private void append(byte[] bytes) throws IOException {
    output().write(bytes);
    while (!early.isEmpty() && early.firstKey() <= output().getPos()) {
      takeFirst();
    }
  }

  /** Appends the first of the early writes, of which a part may have been written since. */
  private void takeFirst() throws IOException {
    Map.Entry<Long, byte[]> first = early.pollFirstEntry();
    earlyBytes -= first.getValue().length;
    write(first.getKey(), first.getValue());
  }

  private void keepEarly(long offset, byte[] bytes) throws IOException {
    byte[] before = early.get(offset);
    if (before != null) {
      fillUp();
      write(offset, bytes);
      return;
    }
    early.put(offset, bytes);
    earlyBytes += bytes.length;
    if (earlyBytes > MAX_EARLY_BYTES) {
      fillUp();
    }
  }

  /** Fills gaps with zeros, and appends all early writes. */
  private void fillUp() throws IOException {
    while (!early.isEmpty()) {
      FSDataOutputStream to = output();
      long gap = early.firstKey() - to.getPos();
      if (gap > 0) {
        zeros(to, gap);
      }
      takeFirst();
    }
  }

  private static void zeros(FSDataOutputStream to, long count) throws IOException {
    byte[] block = new byte[(int) Math.min(count, COPY_BYTES)];
    for (long left = count; left > 0; left -= block.length) {
      to.write(block, 0, (int) Math.min(left, block.length));
    }
  }

  private void overwrite(long offset, byte[] bytes) throws IOException {
    settle();
    Path copy = file().suffix(COPY);
    FSDataOutputStream to = files().create(copy, true);
    try (FSDataInputStream from = files().open(file())) {
      copy(from, to, offset);
      to.write(bytes);
      long length = files().getFileStatus(file()).getLen();
      long rest = offset + bytes.length;
      if (rest < length) {
        from.seek(rest);
        copy(from, to, length - rest);
      }
    } finally {
      finish(to);
    }
    volume.replace(file(), copy);
    closeInput();
  }

  private static void copy(FSDataInputStream from, FSDataOutputStream to, long count)
      throws IOException {
    byte[] block = new byte[COPY_BYTES];
    long left = count;
    while (left > 0) {
      int length = (int) Math.min(left, block.length);
      from.readFully(block, 0, length);
      to.write(block, 0, length);
      left -= length;
    }
  }

  /** Makes everything that was written visible to all. */
  private void settle() throws IOException {
    if (!early.isEmpty()) {
      fillUp();
    }
    FSDataOutputStream opened = out;
    if (opened != null) {
      out = null;
      finish(opened);
    }
  }

  /**
   * Syncs to disks and closes. HDFS's stream throws the same exception repeatedly, which
   * try-with-resources does not support.
   */
  private static void finish(FSDataOutputStream stream) throws IOException {
    try {
      stream.hsync();
    } finally {
      stream.close();
    }
  }

  @Override
  public synchronized void truncate(long size) throws VolumeException {
    volume
        .failures()
        .attempt(
            "truncate",
            path,
            () -> {
              settle();
              long length = files().getFileStatus(file()).getLen();
              if (size > length) {
                zeros(output(), size - length);
              } else if (size < length && !files().truncate(file(), size)) {
                awaitTruncation(size);
              }
              closeInput();
              return size;
            });
  }

  /** Waits for the storage nodes to truncate the last block; until then nobody may append. */
  private void awaitTruncation(long size) throws IOException {
    for (int poll = 0; poll < MAX_POLLS; poll++) {
      if (isWritable()) {
        return;
      }
      try {
        Thread.sleep(TRUNCATE_POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while it was truncated to " + size, e);
      }
    }
    throw new IOException("it is still not truncated to " + size);
  }

  private boolean isWritable() throws IOException {
    return WriterLeases.areFree(files(), file());
  }

  @Override
  public synchronized ObjectStatus status() throws VolumeException {
    return volume
        .failures()
        .attempt(
            "look at",
            path,
            () -> {
              settle();
              return HadoopVolume.statusOf(files().getFileStatus(file()));
            });
  }

  @Override
  public synchronized void sync() throws VolumeException {
    volume
        .failures()
        .attempt(
            "sync",
            path,
            () -> {
              settle();
              return path;
            });
  }

  private void closeInput() throws IOException {
    FSDataInputStream opened = in;
    if (opened != null) {
      in = null;
      opened.close();
    }
  }

  /** Data that was not synced may be lost, as with any file; it is still written. */
  @Override
  public synchronized void close() {
    try {
      settle();
      closeInput();
    } catch (IOException e) {
      LOG.warn("{} was not closed cleanly; data that was not synced may be lost", file(), e);
    }
  }
}
