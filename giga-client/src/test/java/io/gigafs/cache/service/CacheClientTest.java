package io.gigafs.cache.service;

import io.gigafs.cache.CacheStore;
import io.gigafs.cache.memory.MemoryCacheStore;
import io.gigafs.cache.value.ValueSettings;
import io.gigafs.cache.value.ValueStore;
import io.gigafs.cache.value.ValueStoreContract;
import io.gigafs.cluster.Endpoint;
import io.gigafs.rpc.LeakCheck;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests values of a server whose store cannot pin blocks. */
@ExtendWith(LeakCheck.class)
class CacheClientTest extends ValueStoreContract {
  private final MemoryCacheStore store = new MemoryCacheStore(16 << 20);
  private CacheServer server;
  private CacheClient client;

  @BeforeEach
  void open() throws IOException {
    server = new CacheServer(new Endpoint("127.0.0.1", 0), store, CacheServerSettings.DEFAULTS);
    client =
        new CacheClient(
            server.endpoint(), CacheClientSettings.DEFAULTS.withValues(new ValueSettings(BLOCK)));
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
  }

  @Override
  protected ValueStore values() {
    return client;
  }

  @Override
  protected CacheStore store() {
    return store;
  }
}
