package io.gigafs.cache;

import java.nio.channels.FileChannel;

/**
 * A block whose bytes stay in their place until it is closed. Used by one thread at a time, closed
 * once.
 */
public interface PinnedBlock extends AutoCloseable {
  /**
   * The file that has the bytes. Others use it too: it is read by position only, and never closed.
   * Netty's DefaultFileRegion closes it, so a region for it needs another class.
   */
  FileChannel channel();

  /** Where the bytes begin in the file. */
  long position();

  /** How many they are. */
  int length();

  /** Their CRC32C. */
  int crc();

  /** Unpins the block. */
  @Override
  void close();
}
