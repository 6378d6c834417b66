package io.gigafs.server.content;

import io.gigafs.protocol.DataWrite;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.server.access.AttributeRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which bytes of a file are written to, by one write after the other. */
final class WriteExtent {
  private long size;
  private long last;
  private long appended;
  private long firstCovers;

  /** Of no writes yet, to a file of a size. */
  WriteExtent(long size) {
    this.size = size;
  }

  /** Behind the last byte that is written to, 0 if none is. */
  long last() {
    return last;
  }

  /** What the file's size comes to. */
  long size() {
    return size;
  }

  /** Where the file ends behind what was appended last, 0 if nothing was. */
  long appended() {
    return appended;
  }

  /** Up to where the very first write covers the file from its start. */
  long firstCovers() {
    return firstCovers;
  }

  /** Adds a write, or says why there is no such place in a file. */
  @Nullable ErrorCode add(DataWrite write) {
    int length = write.bytes().length;
    boolean appends = write.offset() == DataWrite.APPEND;
    long offset = appends ? size : write.offset();
    if (offset < 0) {
      return ErrorCode.EINVAL;
    }
    if (offset > AttributeRules.MAX_SIZE - length) {
      return ErrorCode.EFBIG;
    }
    if (length > 0) {
      firstCovers = last == 0 && offset == 0 ? length : firstCovers;
      last = Math.max(last, offset + length);
      size = Math.max(size, last);
    }
    appended = appends ? size : appended;
    return null;
  }

  /** Puts the bytes of writes that were added into a row that has room for them. */
  static void copy(List<DataWrite> writes, long sizeBefore, byte[] row) {
    long end = sizeBefore;
    for (DataWrite write : writes) {
      byte[] bytes = write.bytes();
      if (bytes.length > 0) {
        long offset = write.offset() == DataWrite.APPEND ? end : write.offset();
        System.arraycopy(bytes, 0, row, InlineRow.BYTES + Math.toIntExact(offset), bytes.length);
        end = Math.max(end, offset + bytes.length);
      }
    }
  }
}
