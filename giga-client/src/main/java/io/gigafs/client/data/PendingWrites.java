package io.gigafs.client.data;

import io.gigafs.protocol.file.DataWrite;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes that no server has yet, in order. A write that continues the last one is merged into it.
 * Not thread-safe.
 */
final class PendingWrites {
  private final List<Extent> extents = new ArrayList<>();
  private int bytes;

  boolean isEmpty() {
    return extents.isEmpty();
  }

  /** How many bytes are pending. */
  int bytes() {
    return bytes;
  }

  /** The number of separate writes. */
  int count() {
    return extents.size();
  }

  /**
   * Adds a write.
   *
   * @param offset {@link DataWrite#APPEND} for the end
   */
  void add(long offset, ByteBuffer from) {
    if (!from.hasRemaining()) {
      return;
    }
    Extent last = extents.isEmpty() ? null : extents.get(extents.size() - 1);
    if (last == null || !last.isGoneOnWithBy(offset)) {
      last = new Extent(offset, from.remaining());
      extents.add(last);
    }
    bytes += last.put(offset, from);
  }

  void clear() {
    extents.clear();
    bytes = 0;
  }

  /** The size that a file of this size has after these writes. */
  long sizeOver(long size) {
    long end = size;
    for (Extent extent : extents) {
      end = Math.max(end, extent.start(end) + extent.length);
    }
    return end;
  }

  /** Where the last of the bytes ends in a file of this size; 0 if there are none. */
  long lastEndOver(long size) {
    long end = size;
    long last = 0;
    for (Extent extent : extents) {
      long extentEnd = extent.start(end) + extent.length;
      end = Math.max(end, extentEnd);
      last = Math.max(last, extentEnd);
    }
    return last;
  }

  /**
   * Overlays the writes on a part of the file.
   *
   * @param size of the file before
   * @param offset of the part
   * @param part from its position to its limit; neither is changed
   */
  void applyTo(long size, long offset, ByteBuffer part) {
    long end = size;
    for (Extent extent : extents) {
      long start = extent.start(end);
      end = Math.max(end, start + extent.length);
      long from = Math.max(start, offset);
      long to = Math.min(start + extent.length, offset + part.remaining());
      if (from < to) {
        part.put(
            part.position() + (int) (from - offset),
            extent.bytes,
            (int) (from - start),
            (int) (to - from));
      }
    }
  }

  /** The writes in wire form. The caller must finish with them before anything is added. */
  List<DataWrite> toWrites() {
    return extents.stream().map(Extent::toWrite).toList();
  }

  /** Bytes that are written together. */
  private static final class Extent {
    private final long offset;
    private byte[] bytes;
    private int length;

    Extent(long offset, int capacity) {
      this.offset = offset;
      this.bytes = new byte[capacity];
    }

    boolean isGoneOnWithBy(long next) {
      if (offset == DataWrite.APPEND || next == DataWrite.APPEND) {
        return offset == next;
      }
      return next >= offset && next <= offset + length;
    }

    /** The start offset in a file that ends at the given offset. */
    long start(long end) {
      return offset == DataWrite.APPEND ? end : offset;
    }

    /** Adds bytes; returns by how many the extent is longer. */
    int put(long at, ByteBuffer from) {
      int start = at == DataWrite.APPEND ? length : (int) (at - offset);
      int end = Math.addExact(start, from.remaining());
      if (end > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
      }
      from.get(bytes, start, end - start);
      int more = Math.max(0, end - length);
      length += more;
      return more;
    }

    DataWrite toWrite() {
      return new DataWrite(offset, bytes.length == length ? bytes : Arrays.copyOf(bytes, length));
    }
  }
}
