package io.gigafs.volume;

import java.nio.ByteBuffer;

/**
 * An object that is open. Safe for use by several threads, as positional reads and writes are
 * independent of each other.
 */
public interface VolumeObject extends AutoCloseable {
  /**
   * Reads at an offset until the buffer is full or the object ends.
   *
   * @return how many bytes were read; 0 at and behind the end
   */
  int read(long offset, ByteBuffer into) throws VolumeException;

  /** Writes all of the buffer at an offset. */
  void write(long offset, ByteBuffer from) throws VolumeException;

  void truncate(long size) throws VolumeException;

  ObjectStatus status() throws VolumeException;

  /**
   * Where the next byte is, from an offset on, that is data, or that is in a hole; the end counts
   * as the beginning of one. Storage that does not know takes all for data.
   *
   * @return the place; -1 if there is none, as always from the end on
   */
  default long seek(long offset, boolean toHole) throws VolumeException {
    long size = status().size();
    return offset >= size ? -1 : toHole ? size : offset;
  }

  /** Returns when all that was written is on the disk. */
  void sync() throws VolumeException;

  @Override
  void close();
}
