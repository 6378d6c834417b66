package io.gigafs.cache.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheKey;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Uses one server for all tests, because it takes seconds to start, and one index per test. */
class OpenSearchStoreIT extends AdapterContract {
  private static final BlockKey KEY = new BlockKey(CacheKey.of("k"), 1, 0);

  static {
    ((Logger) LoggerFactory.getLogger("org.apache.hc")).setLevel(Level.WARN);
    ((Logger) LoggerFactory.getLogger("org.opensearch")).setLevel(Level.WARN);
  }

  @TempDir static Path directory;
  private static @Nullable TestStoreServer server;
  private static int indices;

  @BeforeAll
  static void start() throws IOException {
    server = TestStoreServer.openSearch(directory);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static TestStoreServer server() {
    return Objects.requireNonNull(server);
  }

  @Override
  URI uri() {
    indices++;
    return uri(server().port());
  }

  private static URI uri(int port) {
    return URI.create("opensearch+http://127.0.0.1:" + port + "/giga" + indices + "?timeout=60000");
  }

  @Override
  ForeignStore openForeign(StoreAddress address) throws IOException {
    return OpenSearchStore.open(address);
  }

  @Test
  void usageCountsDocuments() throws IOException {
    put(KEY, bytes(1 << 20, 1));
    store().save();
    assertThat(store().usage().blocks()).isEqualTo(1);
    assertThat(store().usage().bytes()).isGreaterThan(1 << 20);
  }

  @Test
  void existingIndexIsOpened() throws IOException {
    put(KEY, bytes(1000, 2));
    try (ForeignStore again = OpenSearchStore.open(StoreAddress.of(uri(server().port())))) {
      assertThat(again.contains(BlockName.of(KEY))).isTrue();
    }
  }

  @Test
  void openFailsWithoutAServer() throws IOException {
    int port = TestStoreServer.freePort();
    assertThatIOException()
        .isThrownBy(() -> CacheStores.open(uri(port)))
        .withMessageContaining("opensearch+http://127.0.0.1:" + port);
  }
}
