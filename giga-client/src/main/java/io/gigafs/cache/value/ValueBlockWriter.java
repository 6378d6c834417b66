package io.gigafs.cache.value;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Receives the blocks of one value that is being put. Used by one thread at a time. */
public interface ValueBlockWriter {
  /**
   * Adds a block of the value.
   *
   * @param bytes from the position to the limit; may be reused when the call returns
   * @param sum their checksum, if they were accepted
   * @return false if it is known that there is no room for the value
   */
  boolean writeBlock(int index, ByteBuffer bytes, CRC32C sum) throws IOException;

  /**
   * Adds the head block, which commits the value.
   *
   * @param parts of the block, in order
   * @return whether the value was stored
   */
  boolean writeHead(ByteBuffer... parts) throws IOException;

  /** Removes the added blocks; must not be called after {@link #writeHead}. */
  void abort() throws IOException;
}
