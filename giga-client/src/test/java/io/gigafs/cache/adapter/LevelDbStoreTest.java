package io.gigafs.cache.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheKey;
import io.gigafs.cache.CacheStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the adapter contract on LevelDB in a temporary directory. */
class LevelDbStoreTest extends AdapterContract {
  private static final BlockKey KEY = new BlockKey(CacheKey.of("k"), 1, 0);

  @TempDir Path directory;

  @Override
  URI uri() {
    return URI.create("leveldb:" + directory);
  }

  @Override
  ForeignStore openForeign(StoreAddress address) throws IOException {
    return LevelDbStore.open(address);
  }

  @Override
  protected boolean listsBlocks() {
    return true;
  }

  @Test
  void blockCountSurvivesReopen() throws IOException {
    put(KEY, bytes(100, 1));
    put(KEY, bytes(1000, 2));
    put(new BlockKey(KEY.key(), 1, 1), bytes(500, 3));
    put(new BlockKey(KEY.key(), 1, 2), bytes(500, 3));
    store().remove(new BlockKey(KEY.key(), 1, 2));
    long bytes = store().usage().bytes();
    assertThat(bytes).isEqualTo(1500);
    store().close();
    try (CacheStore again = CacheStores.open(uri())) {
      assertThat(again.usage().blocks()).isEqualTo(2);
      assertThat(again.usage().bytes()).isEqualTo(bytes);
      assertThat(again.usage().diskBytes()).isPositive();
      assertThat(again.contains(KEY)).isTrue();
    }
  }

  @Test
  void blocksOverTheCapacityAreRefused() throws IOException {
    URI bounded = URI.create("leveldb:" + directory.resolve("bounded") + "?capacity=2500");
    try (CacheStore small = CacheStores.open(bounded)) {
      assertThat(small.put(KEY, bytes(1000, 1), 0)).isTrue();
      assertThat(small.put(new BlockKey(KEY.key(), 1, 1), bytes(1000, 2), 0)).isTrue();
      assertThat(small.put(new BlockKey(KEY.key(), 1, 2), bytes(1000, 3), 0)).isFalse();
      assertThat(small.put(KEY, bytes(1001, 4), 0)).isTrue();
      assertThat(small.usage().capacityBytes()).isEqualTo(2500);
      assertThat(small.usage().blocks()).isEqualTo(2);
    }
  }

  @Test
  void secondOpenIsRefused() {
    assertThatIOException()
        .isThrownBy(() -> CacheStores.open(uri()))
        .withMessageContaining("leveldb:" + directory);
  }
}
