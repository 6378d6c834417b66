package io.gigafs.cache;

import java.io.IOException;
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
}
