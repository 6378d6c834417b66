package io.gigafs.cache.segment;

import io.gigafs.cache.CacheKey;
import io.gigafs.cache.file.PositionedFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads the frames of an index log. Not thread-safe. */
final class LogReader {
  private static final int INITIAL_BYTES = 1 << 20;

  private final PositionedFile file;
  private final long size;
  private long position;
  private byte[] bytes = new byte[INITIAL_BYTES];
  private @Nullable CacheKey lastKey;

  /** Receives the records. */
  interface Visitor {
    void added(
        CacheKey key, long generation, int index, long sequence, int offset, int length, int crc);

    void removed(CacheKey key, long generation, int index);
  }

  LogReader(PositionedFile file) throws IOException {
    this.file = file;
    this.size = file.size();
  }

  /** The end of the last whole frame that was read. */
  long end() {
    return position;
  }

  /**
   * Reads all frames. A truncated last frame is normal after a kill; zeros instead of the last
   * frames are normal after a failure of the machine.
   *
   * @return whether the log is intact; if not, later changes may be missing, so that the earlier
   *     ones may be invalid too
   */
  boolean readAll(Visitor visitor) throws IOException {
    while (size - position >= LogFrame.HEADER_BYTES) {
      ByteBuffer header = ByteBuffer.allocate(LogFrame.HEADER_BYTES);
      file.read(header, position);
      int length = LogFrame.length(header);
      if (length < 0) {
        return isZeroToEnd();
      }
      if (length > size - position - LogFrame.HEADER_BYTES) {
        return true;
      }
      if (!readFrame(header, length, visitor)) {
        return false;
      }
      position += LogFrame.HEADER_BYTES + length;
    }
    return true;
  }

  private boolean readFrame(ByteBuffer header, int length, Visitor visitor) throws IOException {
    if (bytes.length < length) {
      bytes = new byte[length];
    }
    ByteBuffer records = ByteBuffer.wrap(bytes, 0, length);
    file.read(records, position + LogFrame.HEADER_BYTES);
    if (!LogFrame.isOf(header, records.flip())) {
      return false;
    }
    lastKey = null;
    try {
      while (records.hasRemaining()) {
        readRecord(records, visitor);
      }
      return true;
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new IOException("a frame of the index log has a record of an unknown shape", e);
    }
  }

  private void readRecord(ByteBuffer in, Visitor visitor) {
    byte kind = in.get();
    long generation = in.getLong();
    int index = in.getInt();
    CacheKey key = lastKey;
    if ((kind & LogFrame.SAME_KEY) == 0 || key == null) {
      byte[] text = new byte[Byte.toUnsignedInt(in.get())];
      in.get(text);
      key = CacheKey.of(text);
      lastKey = key;
    }
    if ((kind & ~LogFrame.SAME_KEY) == LogFrame.ADDED) {
      visitor.added(key, generation, index, in.getLong(), in.getInt(), in.getInt(), in.getInt());
    } else {
      visitor.removed(key, generation, index);
    }
  }

  private boolean isZeroToEnd() throws IOException {
    byte[] piece = new byte[INITIAL_BYTES];
    for (long at = position; at < size; at += piece.length) {
      int count = (int) Math.min(piece.length, size - at);
      try {
        file.read(ByteBuffer.wrap(piece, 0, count), at);
      } catch (EOFException e) {
        return true;
      }
      if (Arrays.mismatch(piece, 0, count, new byte[INITIAL_BYTES], 0, count) >= 0) {
        return false;
      }
    }
    return true;
  }
}
