package io.gigafs.tablefs.store;

import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreSettings;

/** Runs the random steps over RocksDB. */
final class RocksRandomStoreTest extends AbstractRandomStoreTest {
  @Override
  Store open() {
    return Stores.open(StoreSettings.of(directory.resolve("store")));
  }
}
