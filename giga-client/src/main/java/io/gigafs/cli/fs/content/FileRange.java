package io.gigafs.cli.fs.content;

import io.gigafs.cli.data.ByteSource;
import java.nio.ByteBuffer;

/**
 * A range of a file.
 *
 * @param from the first byte's offset
 * @param to the offset after the last byte; the range ends earlier if the file does
 */
record FileRange(long from, long to) {
  static final FileRange ALL = new FileRange(0, Long.MAX_VALUE);

  /** The file, limited to this range. */
  ByteSource of(ByteSource file) {
    return (offset, into) -> {
      int length = (int) Math.max(0, Math.min(into.remaining(), to - offset));
      ByteBuffer part = into.slice(into.position(), length);
      int read = length == 0 ? 0 : file.read(offset, part);
      into.position(into.position() + read);
      return read;
    };
  }
}
