package io.gigafs.bench.workload;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where files are made and written. Safe for use by several threads. */
public interface FilePlace {
  /** Makes a file, which is not there yet. */
  OutFile create(String name) throws IOException;

  /** A file that is being written. For one thread. */
  interface OutFile extends AutoCloseable {
    /** Writes all of the buffer. */
    void write(long offset, ByteBuffer from) throws IOException;

    /** Returns when all is on the disk. */
    void sync() throws IOException;

    @Override
    void close() throws IOException;
  }
}
