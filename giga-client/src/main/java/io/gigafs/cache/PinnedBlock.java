package io.gigafs.cache;

import java.nio.channels.FileChannel;

/**
 * A block whose bytes stay in their file until it is closed. Used by one thread at a time, closed
 * once.
 */
public interface PinnedBlock extends AutoCloseable {
  /**
   * The file with the bytes. It is shared: read it by position only, and never close it. Netty's
   * DefaultFileRegion closes its file, so a region for this one needs another class.
   */
  FileChannel channel();

  /** The start of the bytes in the file. */
  long position();

  /** The number of bytes. */
  int length();

  /** Their CRC32C. */
  int crc();

  /** Unpins the block. */
  @Override
  void close();
}
