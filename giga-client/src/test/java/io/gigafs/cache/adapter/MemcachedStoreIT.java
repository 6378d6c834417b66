package io.gigafs.cache.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheKey;
import io.gigafs.cache.CacheStore;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Runs the adapter contract against a memcached process. */
class MemcachedStoreIT extends AdapterContract {
  private static final BlockKey KEY = new BlockKey(CacheKey.of("k"), 1, 0);

  static {
    // The client would log each read of a socket.
    ((Logger) LoggerFactory.getLogger("net.spy")).setLevel(Level.INFO);
  }

  @TempDir Path directory;
  private @Nullable TestStoreServer server;

  @Override
  URI uri() throws IOException {
    TestStoreServer started = TestStoreServer.memcached(directory, "-m", "128", "-I", "8m");
    server = started;
    return uri(started);
  }

  private static URI uri(TestStoreServer server) {
    return URI.create("memcached://127.0.0.1:" + server.port() + "?timeout=60000");
  }

  @Override
  ForeignStore openForeign(StoreAddress address) throws IOException {
    return MemcachedStore.open(address);
  }

  @Override
  boolean lists() {
    return false;
  }

  private TestStoreServer server() {
    return Objects.requireNonNull(server);
  }

  /** Kills the server, because it persists nothing and a normal stop takes a second. */
  @AfterEach
  void stop() {
    if (server != null) {
      server.kill();
    }
  }

  @Test
  void maxBlockSizeComesFromTheServer() throws IOException {
    assertThat(store().maxBlockBytes()).isEqualTo(CacheStore.MAX_BLOCK_BYTES);
    TestStoreServer standard = TestStoreServer.memcached(directory.resolve("standard"));
    try (CacheStore small = CacheStores.open(uri(standard))) {
      assertThat(small.maxBlockBytes()).isBetween(1_000_000, 1 << 20);
      ByteBuffer largest = bytes(small.maxBlockBytes(), 1);
      assertThat(small.put(KEY, largest, crc(largest))).isTrue();
      assertThat(small.get(KEY, 0, ByteBuffer.allocate(1 << 20))).isEqualTo(largest.remaining());
      ByteBuffer longer = bytes(small.maxBlockBytes() + 1, 2);
      assertThat(small.put(KEY, longer, crc(longer))).isFalse();
      assertThat(small.contains(KEY)).isFalse();
    } finally {
      standard.kill();
    }
  }

  @Test
  void fullServerEvictsBlocks() throws IOException {
    for (int i = 0; i < 200; i++) {
      assertThat(put(new BlockKey(KEY.key(), 1, i), bytes(1_000_000, i))).isTrue();
    }
    assertThat(store().usage().evictions()).isPositive();
    assertThat(store().usage().blocks()).isBetween(20L, 140L);
    assertThat(store().usage().capacityBytes()).isEqualTo(128 << 20);
  }

  @Test
  void failsWhenTheServerIsGone() throws IOException {
    put(KEY, bytes(10, 1));
    server().kill();
    assertThatIOException()
        .isThrownBy(() -> get(KEY))
        .withMessageContaining("memcached://127.0.0.1:" + server().port());
    assertThatIOException()
        .isThrownBy(
            () ->
                CacheStores.open(
                    URI.create("memcached://127.0.0.1:" + server().port() + "?timeout=100")));
  }
}
