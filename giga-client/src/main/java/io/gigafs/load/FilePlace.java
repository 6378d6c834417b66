package io.gigafs.load;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A place where files are created and written in pieces. Safe for use by several threads. */
public interface FilePlace {
  /** Creates a file, which must not exist. */
  Stream create(String name) throws IOException;

  /** An open file. For one thread. */
  interface Stream extends AutoCloseable {
    /** Writes all of the buffer. */
    void write(long offset, ByteBuffer from) throws IOException;

    /** Fills the buffer, unless the file ends. */
    void read(long offset, ByteBuffer into) throws IOException;

    /** Returns when everything is on the disk. */
    void sync() throws IOException;

    @Override
    void close() throws IOException;
  }
}
