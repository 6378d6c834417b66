package io.gigafs.cli.data;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Receives bytes; by one thread at a time. */
@FunctionalInterface
public interface ByteSink {
  /** Writes all of the buffer at an offset. */
  void write(long offset, ByteBuffer from) throws IOException;
}
