package io.gigafs.cache.memory;

import static io.gigafs.cache.TestBlocks.bytes;
import static io.gigafs.cache.TestBlocks.key;
import static io.gigafs.cache.TestBlocks.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cache.CacheStore;
import io.gigafs.cache.CacheStoreContract;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Runs the store contract in memory, and tests eviction. */
class MemoryCacheStoreTest extends CacheStoreContract {
  private static final int BLOCK_BYTES = 1000;

  @Override
  protected CacheStore openEmpty() {
    return new MemoryCacheStore(32 << 20);
  }

  @Test
  void leastRecentlyUsedBlockIsEvicted() throws IOException {
    try (CacheStore store =
        new MemoryCacheStore(2L * (BLOCK_BYTES + MemoryCacheStore.OVERHEAD_BYTES))) {
      put(store, key("a"), bytes(1, BLOCK_BYTES));
      put(store, key("b"), bytes(2, BLOCK_BYTES));
      store.get(key("a"), 0, ByteBuffer.allocate(1));
      put(store, key("c"), bytes(3, BLOCK_BYTES));
      assertThat(store.contains(key("a"))).isTrue();
      assertThat(store.contains(key("b"))).isFalse();
      assertThat(store.contains(key("c"))).isTrue();
      assertThat(store.usage().evictions()).isOne();
      assertThat(store.usage().bytes()).isEqualTo(2 * BLOCK_BYTES);
    }
  }

  @Test
  void blockLargerThanTheStoreIsRefused() throws IOException {
    try (CacheStore store = new MemoryCacheStore(BLOCK_BYTES)) {
      put(store, key("a"), bytes(1, 1));
      assertThat(put(store, key("a"), bytes(1, BLOCK_BYTES))).isFalse();
      assertThat(store.contains(key("a"))).isFalse();
    }
  }
}
