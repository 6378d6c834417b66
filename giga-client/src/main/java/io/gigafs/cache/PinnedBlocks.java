package io.gigafs.cache;

import java.io.IOException;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/** A store that can expose a block's location in a file, for zero-copy sends. */
public interface PinnedBlocks {
  /**
   * Pins a block: its bytes stay in their location until it is closed, even if the block is
   * removed. Pinned blocks take room that the store cannot use, so close them soon.
   *
   * @return the block, with a verified checksum; null where {@link CacheStore#get} misses
   * @throws IOException if the store failed
   */
  @Nullable PinnedBlock pin(BlockKey key) throws IOException;

  /**
   * A block whose bytes stay in their file until it is closed. Used by one thread at a time, closed
   * once.
   */
  interface PinnedBlock extends AutoCloseable {
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
}
