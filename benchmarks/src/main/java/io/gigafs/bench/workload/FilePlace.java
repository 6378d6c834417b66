package io.gigafs.bench.workload;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A place where files are created and written. Thread-safe. */
public interface FilePlace {
  /** Creates a file, which must not exist. */
  OutFile create(String name) throws IOException;

  /** A file open for writing. Not thread-safe. */
  interface OutFile extends AutoCloseable {
    /** Writes all of the buffer. */
    void write(long offset, ByteBuffer from) throws IOException;

    /** Returns when all data are on the disk. */
    void sync() throws IOException;

    @Override
    void close() throws IOException;
  }
}
