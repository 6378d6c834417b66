package io.gigafs.tablefs.store;

import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreSettings;

/** Runs the tests of attached rows over RocksDB. */
final class RocksAttachmentTest extends AbstractAttachmentTest {
  @Override
  Store open() {
    return Stores.open(StoreSettings.of(directory.resolve("store")));
  }
}
