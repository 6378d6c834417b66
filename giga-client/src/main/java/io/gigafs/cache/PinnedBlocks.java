package io.gigafs.cache;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A store that can hand out where a block's bytes are in a file, so that they are sent uncopied.
 */
public interface PinnedBlocks {
  /**
   * Pins a block: its bytes stay in their place until it is closed, whatever becomes of the block.
   * Pinned blocks take room that the store cannot use, so they are closed soon.
   *
   * @return the block, whose bytes have their checksum; null where {@link CacheStore#get} misses
   * @throws IOException if the store failed
   */
  @Nullable PinnedBlock pin(BlockKey key) throws IOException;
}
