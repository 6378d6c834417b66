package io.gigafs.volume;

import java.nio.ByteBuffer;

/**
 * An open object. Safe for use by several threads, because positional reads and writes are
 * independent of each other.
 */
public interface VolumeObject extends AutoCloseable {
  /**
   * Reads at an offset until the buffer is full or the object ends.
   *
   * @return how many bytes were read; 0 at and behind the end
   */
  int read(long offset, ByteBuffer into) throws VolumeException;

  /** Writes the whole buffer at an offset. */
  void write(long offset, ByteBuffer from) throws VolumeException;

  void truncate(long size) throws VolumeException;

  ObjectStatus status() throws VolumeException;

  /**
   * Where the next data or the next hole begins, from an offset on; the end counts as a hole.
   * Storage without that information reports everything as data.
   *
   * @return the offset; -1 if there is none, as always from the end on
   */
  default long seek(long offset, boolean toHole) throws VolumeException {
    long size = status().size();
    return offset >= size ? -1 : toHole ? size : offset;
  }

  /** Returns when all writes are on disk. */
  void sync() throws VolumeException;

  @Override
  void close();
}
