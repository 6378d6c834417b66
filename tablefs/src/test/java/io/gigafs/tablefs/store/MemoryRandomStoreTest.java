package io.gigafs.tablefs.store;

import io.gigafs.tablefs.Durability;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import java.util.UUID;

/** Runs the random steps over the engine in memory. */
final class MemoryRandomStoreTest extends AbstractRandomStoreTest {
  private final MemoryDisk disk = new MemoryDisk();

  @Override
  Store open() {
    return Stores.over(disk.open(), Durability.INTERVAL, UUID::randomUUID);
  }
}
