package io.gigafs.cli.data;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Takes bytes; by one thread at a time. */
@FunctionalInterface
public interface ByteSink {
  /** Takes all of the buffer, which belongs at this offset. */
  void write(long offset, ByteBuffer from) throws IOException;
}
