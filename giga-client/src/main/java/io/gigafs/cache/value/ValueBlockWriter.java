package io.gigafs.cache.value;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Where the blocks of one value go that is being put. Used by one thread at a time. */
public interface ValueBlockWriter {
  /**
   * Adds a block of the value.
   *
   * @param bytes from the position to the limit; may be used again when the call returns
   * @param sum of them, if they were taken
   * @return false if it is known that there is no room for the value
   */
  boolean writeBlock(int index, ByteBuffer bytes, CRC32C sum) throws IOException;

  /**
   * Adds the head block, which makes the value.
   *
   * @param parts of the block, one behind the other
   * @return whether the value was stored
   */
  boolean writeHead(ByteBuffer... parts) throws IOException;

  /** Removes the blocks that were added; not after {@link #writeHead}. */
  void abort() throws IOException;
}
