package io.gigafs.bench.virtualcache;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/** Opens measured stores. */
final class Targets {
  private Targets() {}

  /**
   * Opens a store.
   *
   * @param timeoutMillis of a call
   */
  static ComparedStore open(URI store, int timeoutMillis) throws IOException {
    String scheme = store.getScheme();
    if (scheme.startsWith(StoreKind.BLOCKS)) {
      return NativeStores.openBlocks(
          scheme.substring(StoreKind.BLOCKS.length()), store, timeoutMillis);
    }
    return switch (scheme) {
      case "file" -> new FileTarget(Path.of(store.getPath()));
      case "native", "service" -> NativeStores.open(store, timeoutMillis);
      case "redis" -> new RedisTarget(store, timeoutMillis);
      case "memcached" -> new MemcachedTarget(store, timeoutMillis);
      case "leveldb" -> new LevelDbTarget(Path.of(store.getPath()));
      case "opensearch" -> new OpenSearchTarget(store, timeoutMillis);
      case "couchbase" -> new CouchbaseTarget(store, timeoutMillis);
      default -> throw new IllegalArgumentException("there is no store " + store);
    };
  }
}
