package io.gigafs.cli.data;

import io.gigafs.cli.data.ByteCopy.ByteSink;
import java.io.IOException;

/** An open file, local or in a cluster. */
interface DataFile extends ByteSource, ByteSink, AutoCloseable {
  /** Sets the length; an extension is filled with zeros. */
  void truncate(long size) throws IOException;

  /** Returns when everything that was written is on disks. */
  void sync() throws IOException;

  /** Reports failures that were not reported yet. Idempotent. */
  @Override
  void close() throws IOException;
}
