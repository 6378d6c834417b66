package io.gigafs.server.data;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.server.access.AttributeRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The range of a file that consecutive writes cover. */
final class WriteExtent {
  private long size;
  private long last;
  private long appended;
  private long firstCovers;

  /** Starts without writes, for a file of the given size. */
  WriteExtent(long size) {
    this.size = size;
  }

  /** End of the last byte that is written, 0 if none is. */
  long last() {
    return last;
  }

  /** Size of the file after the writes. */
  long size() {
    return size;
  }

  /** End of the file after the last append, 0 if there was none. */
  long appended() {
    return appended;
  }

  /** End of the range that the very first write covers from the start of the file, 0 if none. */
  long firstCovers() {
    return firstCovers;
  }

  /** Adds a write, or returns an error if its offset is invalid. */
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

  /** Copies the bytes of writes that were added into a row that is large enough. */
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
