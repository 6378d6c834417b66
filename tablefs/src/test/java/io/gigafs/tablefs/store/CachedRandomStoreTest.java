package io.gigafs.tablefs.store;

import io.gigafs.tablefs.Durability;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.engine.front.EngineFront;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import java.util.UUID;

/**
 * Runs the random steps over a cache that holds few rows, so that rows are evicted all the time.
 */
final class CachedRandomStoreTest extends AbstractRandomStoreTest {
  private static final int CACHE_BYTES = 8_192;
  private static final int FILTER_BYTES = 1 << 16;

  private final MemoryDisk disk = new MemoryDisk();

  @Override
  Store open() {
    return Stores.over(
        EngineFront.over(disk.open()).caching(CACHE_BYTES, FILTER_BYTES).open(),
        Durability.INTERVAL,
        UUID::randomUUID);
  }
}
