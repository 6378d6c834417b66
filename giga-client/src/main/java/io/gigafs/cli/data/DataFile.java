package io.gigafs.cli.data;

import java.io.IOException;

/** A file that is open, wherever it is. */
public interface DataFile extends ByteSource, ByteSink, AutoCloseable {
  /** Sets the length; what the file gains is zeros. */
  void truncate(long size) throws IOException;

  /** Returns when all that was written is on disks. */
  void sync() throws IOException;

  /** Tells of failures that were not told yet. Doing it again does nothing. */
  @Override
  void close() throws IOException;
}
