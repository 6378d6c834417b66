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

  /** Returns when all that was written is on the disk. */
  void sync() throws VolumeException;

  @Override
  void close();
}
