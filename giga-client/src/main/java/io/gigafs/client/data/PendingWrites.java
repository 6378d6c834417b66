package io.gigafs.client.data;

import io.gigafs.protocol.DataWrite;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes that no server has yet, in their order; those that go on where the last one ended become
 * part of it. Not safe for use by several threads.
 */
final class PendingWrites {
  private final List<Extent> extents = new ArrayList<>();
  private int bytes;

  boolean isEmpty() {
    return extents.isEmpty();
  }

  /** How many bytes are kept. */
  int bytes() {
    return bytes;
  }

  /** How many writes they make. */
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

  /** The size of a file of this many bytes once these are written. */
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
   * Puts what is written over what a part of the file holds.
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

  /** The writes, as servers take them; to be done with before anything is added. */
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

    /** Where it begins in a file that ends there. */
    long start(long end) {
      return offset == DataWrite.APPEND ? end : offset;
    }

    /** Puts bytes in; gives how many there are more. */
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
