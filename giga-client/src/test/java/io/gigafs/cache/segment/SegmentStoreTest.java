package io.gigafs.cache.segment;

import static io.gigafs.cache.TestBlocks.bytes;
import static io.gigafs.cache.TestBlocks.get;
import static io.gigafs.cache.TestBlocks.key;
import static io.gigafs.cache.TestBlocks.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cache.CacheStore;
import io.gigafs.cache.CacheStoreContract;
import io.gigafs.cache.PinnedBlocks.PinnedBlock;
import io.gigafs.rpc.Clock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the store contract on files, and tests eviction, pins, the log and the reuse of space. */
class SegmentStoreTest extends CacheStoreContract {
  private static final int KIB = 1 << 10;

  /** The length of a block without a header; a small segment has room for one. */
  private static final int LARGE_BYTES = 40 * KIB;

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
  void blocksSurviveReopen() throws IOException {
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
  void oldestBlocksAreEvicted() throws IOException {
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
  void pinnedBlockStaysReadable() throws IOException {
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
  void overwritesReuseTheSameSpace() throws IOException {
    try (SegmentStore store = openSmall()) {
      for (int i = 0; i < 3; i++) {
        put(store, key("a", 1, i), bytes(i, LARGE_BYTES));
      }
      put(store, key("a", 1, 0), bytes(0, LARGE_BYTES));
      long disk = Files.size(directory.resolve("small").resolve("segment-000000"));
      long memory = store.usage().memoryBytes();
      for (int i = 0; i < 3000; i++) {
        assertThat(put(store, key("a", 1, i % 3), bytes(i, LARGE_BYTES))).isTrue();
        assertThat(get(store, key("a", 1, i % 3))).isEqualTo(bytes(i, LARGE_BYTES));
      }
      assertThat(store.usage().evictions()).isZero();
      assertThat(store.usage().blocks()).isEqualTo(3);
      assertThat(Files.size(directory.resolve("small").resolve("segment-000000"))).isEqualTo(disk);
      assertThat(directory.resolve("small").resolve("segment-000004")).doesNotExist();
      assertThat(store.usage().memoryBytes()).isLessThan(memory + (64 << 10));
    }
    try (SegmentStore store = openSmall()) {
      for (int i = 0; i < 3; i++) {
        ByteBuffer[] into = {ByteBuffer.allocate(32), ByteBuffer.allocate(LARGE_BYTES - 32)};
        assertThat(store.get(key("a", 1, i), into)).isEqualTo(LARGE_BYTES);
        assertThat(into[0].flip()).isEqualTo(ByteBuffer.wrap(bytes(2997 + i, LARGE_BYTES), 0, 32));
        assertThat(get(store, key("a", 1, i))).isEqualTo(bytes(2997 + i, LARGE_BYTES));
      }
      assertThat(store.usage().damaged()).isZero();
    }
  }

  /** A process killed at that point leaves a log that refers to the replaced bytes. */
  @Test
  void spaceIsReusedOnlyAfterTheLogRecordsItsRelease() throws IOException {
    Path killed = directory.resolve("killed");
    AtomicReference<@Nullable Runnable> beforeLogWrite = new AtomicReference<>();
    try (SegmentStore store = openSmall(beforeLogWrite)) {
      put(store, key("small"), bytes(0, KIB)); // so that the segment is not used again as a whole
      put(store, key("a"), bytes(1, LARGE_BYTES));
      store.save();
      beforeLogWrite.set(
          () -> {
            CompletableFuture.runAsync(
                    () -> assertThat(putQuietly(store, bytes(3, LARGE_BYTES))).isTrue())
                .join();
            copyQuietly(directory.resolve("small"), killed);
          });
      put(store, key("a"), bytes(2, LARGE_BYTES));
      assertThat(beforeLogWrite.get()).isNull();
      assertThat(get(store, key("a"))).isEqualTo(bytes(2, LARGE_BYTES));
    }
    try (SegmentStore store = open("killed", 640 * KIB, 64 * KIB)) {
      assertThat(get(store, key("a"))).isEqualTo(bytes(1, LARGE_BYTES));
      assertThat(store.usage().damaged()).isZero();
    }
  }

  /** Opens a store that runs an action once, before the next write to the log. */
  private SegmentStore openSmall(AtomicReference<@Nullable Runnable> beforeLogWrite)
      throws IOException {
    return SegmentStore.open(
        new SegmentSettings(
            directory.resolve("small"), 640 * KIB, 64 * KIB, SegmentSettings.DEFAULT_INDEX_BYTES),
        Clock.system(),
        (file, options) ->
            new ForwardingFileChannel(FileChannel.open(file, options)) {
              @Override
              public int write(ByteBuffer from, long position) throws IOException {
                boolean isLog = file.getFileName().toString().startsWith("index.log");
                Runnable work = isLog ? beforeLogWrite.getAndSet(null) : null;
                if (work != null) {
                  work.run();
                }
                return super.write(from, position);
              }
            });
  }

  private static boolean putQuietly(SegmentStore store, byte[] bytes) {
    try {
      return put(store, key("b"), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copyQuietly(Path from, Path to) {
    try {
      StoreCopies.copy(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void spaceOfAPinnedBlockIsNotReused() throws IOException {
    try (SegmentStore store = openSmall()) {
      put(store, key("a"), bytes(1, LARGE_BYTES));
      long place;
      try (PinnedBlock pinned = Objects.requireNonNull(store.pin(key("a")))) {
        place = pinned.position();
        try (PinnedBlock second = Objects.requireNonNull(store.pin(key("a")))) {
          assertThat(second.position()).isEqualTo(place);
          store.remove(key("a"));
        }
        for (int i = 0; i < 4; i++) {
          put(store, key("b", 1, i), bytes(i, LARGE_BYTES));
        }
        ByteBuffer read = ByteBuffer.allocate(pinned.length());
        pinned.channel().read(read, pinned.position());
        assertThat(read.array()).isEqualTo(bytes(1, LARGE_BYTES));
      }
      put(store, key("c"), bytes(9, LARGE_BYTES));
      try (PinnedBlock pinned = Objects.requireNonNull(store.pin(key("c")))) {
        assertThat(pinned.position()).isEqualTo(place);
      }
      for (int i = 0; i < 4; i++) {
        assertThat(get(store, key("b", 1, i))).isEqualTo(bytes(i, LARGE_BYTES));
      }
      assertThat(get(store, key("c"))).isEqualTo(bytes(9, LARGE_BYTES));
    }
  }

  @Test
  void scanDoesNotEvictHotBlocks() throws IOException {
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

  @Test
  void indexLogIsCompacted() throws IOException {
    try (SegmentStore store = openSmall()) {
      put(store, key("kept"), bytes(1, 100));
      for (int i = 0; i < 5000; i++) {
        get(store, key("kept"));
        put(store, key("a", 1, i % 7), bytes(i, 200));
      }
      assertThat(Files.size(directory.resolve("small").resolve(IndexLog.FILE)))
          .isLessThan(30 * KIB);
      store.setGeneration(key("a", 1, 0), 2);
      store.remove(key("a", 1, 1));
    }
    try (SegmentStore store = openSmall()) {
      assertThat(get(store, key("kept"))).isEqualTo(bytes(1, 100));
      assertThat(store.usage().blocks()).isEqualTo(7);
      assertThat(get(store, key("a", 2, 0))).isEqualTo(bytes(4998 / 7 * 7, 200));
    }
  }

  @Test
  void indexSizeIsBounded() throws IOException {
    try (SegmentStore store =
        SegmentStore.open(
            new SegmentSettings(
                directory.resolve("indexed"),
                640 * KIB,
                64 * KIB,
                100L * SegmentSettings.INDEX_BYTES_PER_BLOCK),
            Clock.system())) {
      for (int i = 0; i < 1000; i++) {
        assertThat(put(store, key("a", 1, i), bytes(i, 10))).isTrue();
        assertThat(store.usage().blocks()).isLessThanOrEqualTo(100);
      }
      assertThat(get(store, key("a", 1, 999))).isEqualTo(bytes(999, 10));
    }
  }

  @Test
  void blockLargerThanASegmentIsRefused() throws IOException {
    try (SegmentStore store = openSmall()) {
      put(store, key("a"), bytes(1, 10));
      assertThat(put(store, key("a"), bytes(1, 64 * KIB))).isFalse();
      assertThat(get(store, key("a"))).isNull();
    }
  }

  @Test
  void lateUnpinLeavesTheReopenedStoreIntact() throws IOException {
    SegmentStore store = openSmall();
    put(store, key("a"), bytes(1, 3000));
    try (PinnedBlock pinned = Objects.requireNonNull(store.pin(key("a")))) {
      for (int i = 0; i < 1000; i++) {
        put(store, key("b", 1, i), bytes(i, 2 * KIB));
      }
      store.close();
      store = openSmall();
      for (int i = 1000; i < 2000; i++) {
        put(store, key("b", 1, i), bytes(i, 2 * KIB));
      }
      assertThat(pinned.length()).isEqualTo(3000);
    }
    for (int i = 0; i < 2000; i++) {
      byte[] read = get(store, key("b", 1, i));
      assertThat(read == null || Arrays.equals(read, bytes(i, 2 * KIB))).isTrue();
    }
    assertThat(store.usage().damaged()).isZero();
    assertThat(store.usage().blocks()).isGreaterThan(200);
    store.close();
  }

  @Test
  void hotBlockSurvivesAFullCycleOfTheLog() throws IOException {
    try (SegmentStore store = openSmall()) {
      put(store, key("hot"), bytes(7, 3 * KIB));
      for (int i = 0; i < 3000; i++) {
        assertThat(put(store, key("a", 1, i), bytes(i, 2 * KIB))).isTrue();
        if (i % 20 == 0) {
          assertThat(get(store, key("hot"))).isEqualTo(bytes(7, 3 * KIB));
        }
      }
    }
  }
}
