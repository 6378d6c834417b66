package io.gigafs.cli.fs.content;

import io.gigafs.cli.data.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Finds the beginnings of lines in a file. For one thread. */
final class LineSearch {
  private static final int BLOCK_BYTES = 256 << 10;

  private final ByteSource file;
  private final byte end;
  private final ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);

  /**
   * @param end the byte that ends lines
   */
  LineSearch(ByteSource file, byte end) {
    this.file = file;
    this.end = end;
  }

  /** The offset after this number of lines from the start, or the end of the file. */
  long after(long lines) throws IOException {
    long left = lines;
    long offset = 0;
    while (left > 0) {
      int length = file.read(offset, block.clear());
      for (int i = 0; i < length; i++) {
        if (block.get(i) == end) {
          left--;
          if (left == 0) {
            return offset + i + 1;
          }
        }
      }
      if (length == 0) {
        return offset;
      }
      offset += length;
    }
    return offset;
  }

  /** The offset of the last lines of a file of this size; 0 if it has no more. */
  long before(long lines, long size) throws IOException {
    if (lines == 0) {
      return size;
    }
    long left = lines;
    long to = size;
    while (to > 0) {
      long from = Math.max(0, to - BLOCK_BYTES);
      int length = file.read(from, block.clear().limit((int) (to - from)));
      for (int i = length - 1; i >= 0; i--) {
        boolean endsFile = from + i == size - 1;
        if (block.get(i) == end && !endsFile) {
          left--;
          if (left == 0) {
            return from + i + 1;
          }
        }
      }
      to = from;
    }
    return 0;
  }
}
