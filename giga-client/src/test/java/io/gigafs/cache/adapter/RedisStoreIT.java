package io.gigafs.cache.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheKey;
import io.gigafs.cache.CacheStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the adapter contract against a Redis process. */
class RedisStoreIT extends AdapterContract {
  private static final BlockKey KEY = new BlockKey(CacheKey.of("k"), 1, 0);

  @TempDir Path directory;
  private @Nullable TestStoreServer server;

  @Override
  URI uri() throws IOException {
    TestStoreServer started = TestStoreServer.redis(directory);
    server = started;
    return uri(started);
  }

  private static URI uri(TestStoreServer server) {
    return URI.create("redis://127.0.0.1:" + server.port() + "/0?timeout=60000");
  }

  @Override
  ForeignStore openForeign(StoreAddress address) throws IOException {
    return RedisStore.open(address);
  }

  private TestStoreServer server() {
    return Objects.requireNonNull(server);
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void usageCountsBlocksOfTheServer() throws IOException {
    put(KEY, bytes(1 << 20, 1));
    assertThat(store().usage().blocks()).isEqualTo(1);
    assertThat(store().usage().bytes()).isGreaterThan(1 << 20);
  }

  @Test
  void savedBlocksSurviveAServerCrash() throws IOException {
    put(KEY, bytes(1000, 2));
    store().save();
    server().kill();
    server = TestStoreServer.redis(directory);
    try (CacheStore again = CacheStores.open(uri(server()))) {
      assertThat(again.contains(KEY)).isTrue();
    }
  }

  @Test
  void fullServerRefusesBlocks() throws IOException {
    TestStoreServer full = TestStoreServer.redis(directory.resolve("full"), "--maxmemory", "4mb");
    try (CacheStore small = CacheStores.open(uri(full))) {
      int taken = 0;
      while (taken < 100 && small.put(new BlockKey(KEY.key(), 1, taken), bytes(1 << 20, 3), 0)) {
        taken++;
      }
      assertThat(taken).isLessThan(100);
      assertThat(small.contains(new BlockKey(KEY.key(), 1, taken))).isFalse();
    } finally {
      full.close();
    }
  }

  @Test
  void failsWhenTheServerIsGone() throws IOException {
    put(KEY, bytes(10, 1));
    server().kill();
    assertThatIOException()
        .isThrownBy(() -> get(KEY))
        .withMessageContaining("redis://127.0.0.1:" + server().port());
    assertThatIOException().isThrownBy(() -> CacheStores.open(uri(server())));
  }
}
