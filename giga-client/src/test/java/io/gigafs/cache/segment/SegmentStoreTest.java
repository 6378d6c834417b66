package io.gigafs.cache.segment;

import static io.gigafs.cache.TestBlocks.bytes;
import static io.gigafs.cache.TestBlocks.get;
import static io.gigafs.cache.TestBlocks.key;
import static io.gigafs.cache.TestBlocks.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cache.CacheStore;
import io.gigafs.cache.CacheStoreContract;
import io.gigafs.cache.PinnedBlock;
import io.gigafs.rpc.Clock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentStoreTest extends CacheStoreContract {
  private static final int KIB = 1 << 10;

  @TempDir private Path directory;

  @Override
  protected CacheStore openEmpty() throws IOException {
    return open("contract", 64 << 20, 8 << 20);
  }

  private SegmentStore open(String name, long capacity, long segment) throws IOException {
    return SegmentStore.open(
        new SegmentSettings(
            directory.resolve(name), capacity, segment, SegmentSettings.DEFAULT_INDEX_BYTES),
        Clock.system());
  }

  private SegmentStore openSmall() throws IOException {
    return open("small", 640 * KIB, 64 * KIB);
  }

  @Test
  void blocksOutliveTheStore() throws IOException {
    try (SegmentStore store = openSmall()) {
      put(store, key("a", 1, 0), bytes(1, 5000));
      put(store, key("a", 1, 1), bytes(2, 50));
      put(store, key("b", 1, 0), bytes(3, 500));
      put(store, key("c", 1, 0), bytes(4, 500));
      put(store, key("d", 1, 0), bytes(5, 500));
      store.remove(key("b", 1, 0));
      store.setGeneration(key("c", 1, 0), 7);
      put(store, key("d", 1, 0), bytes(6, 600));
    }
    for (int i = 0; i < 2; i++) {
      try (SegmentStore store = openSmall()) {
        assertThat(store.usage().blocks()).isEqualTo(4);
        assertThat(get(store, key("a", 1, 0))).isEqualTo(bytes(1, 5000));
        ByteBuffer part = ByteBuffer.allocate(10);
        assertThat(store.get(key("a", 1, 1), 45, part)).isEqualTo(5);
        assertThat(get(store, key("a", 1, 1))).isEqualTo(bytes(2, 50));
        assertThat(get(store, key("b", 1, 0))).isNull();
        assertThat(get(store, key("c", 1, 0))).isNull();
        assertThat(get(store, key("c", 7, 0))).isEqualTo(bytes(4, 500));
        assertThat(get(store, key("d", 1, 0))).isEqualTo(bytes(6, 600));
        assertThat(store.usage().damaged()).isZero();
      }
    }
  }

  @Test
  void theOldestBlocksMakeRoomForNewOnes() throws IOException {
    try (SegmentStore store = openSmall()) {
      for (int i = 0; i < 1000; i++) {
        assertThat(put(store, key("a", 1, i), bytes(i, 2 * KIB))).isTrue();
      }
      long kept = store.usage().blocks();
      assertThat(store.usage().evictions()).isEqualTo(1000 - kept);
      assertThat(kept).isBetween(200L, 310L);
      assertThat(store.usage().diskBytes()).isLessThan(640 * KIB + (1 << 20));
      for (int i = 1000 - (int) kept; i < 1000; i++) {
        assertThat(get(store, key("a", 1, i))).isEqualTo(bytes(i, 2 * KIB));
      }
    }
  }

  @Test
  void aPinnedBlockStaysInItsPlace() throws IOException {
    try (SegmentStore store = openSmall()) {
      put(store, key("a"), bytes(1, 3000));
      try (PinnedBlock pinned = Objects.requireNonNull(store.pin(key("a")))) {
        for (int i = 0; i < 1000; i++) {
          put(store, key("b", 1, i), bytes(i, 2 * KIB));
        }
        ByteBuffer read = ByteBuffer.allocate(pinned.length());
        pinned.channel().read(read, pinned.position());
        assertThat(read.array()).isEqualTo(bytes(1, 3000));
      }
      assertThat(store.pin(key("a"))).isNull();
    }
  }

  @Test
  void aScanDoesNotEvictWhatIsReadAgainAndAgain() throws IOException {
    try (SegmentStore store = openSmall()) {
      for (int i = 0; i < 100; i++) {
        put(store, key("hot", 1, i), bytes(i, 2 * KIB));
      }
      for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < 100; i++) {
          assertThat(get(store, key("hot", 1, i))).isNotNull();
        }
      }
      for (int i = 0; i < 320; i++) {
        put(store, key("scan", 1, i), bytes(i, 2 * KIB));
        for (int from = 0; from < 2 * KIB; from += 512) {
          store.get(key("scan", 1, i), from, ByteBuffer.allocate(512));
        }
      }
      int hot = 0;
      for (int i = 0; i < 100; i++) {
        byte[] read = get(store, key("hot", 1, i));
        if (read != null) {
          assertThat(read).isEqualTo(bytes(i, 2 * KIB));
          hot++;
        }
      }
      assertThat(hot).isGreaterThan(90);
    }
  }
}
