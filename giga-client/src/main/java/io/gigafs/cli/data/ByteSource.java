package io.gigafs.cli.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** A source of bytes, for one thread at a time. */
@FunctionalInterface
public interface ByteSource {
  /**
   * Reads at an offset until the buffer is full or the source ends.
   *
   * @return how many bytes were read; 0 at the end
   */
  int read(long offset, ByteBuffer into) throws IOException;

  /** The bytes of a stream, which can be read only once and in order. */
  static ByteSource of(InputStream stream) {
    return (offset, into) -> {
      byte[] bytes = stream.readNBytes(into.remaining());
      into.put(bytes);
      return bytes.length;
    };
  }
}
