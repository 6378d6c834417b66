package io.gigafs.tablefs.store;

import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreSettings;

/** Runs the store tests over RocksDB. */
final class RocksStoreTest extends AbstractStoreTest {
  @Override
  Store open() {
    return Stores.open(StoreSettings.of(directory.resolve("store")));
  }
}
