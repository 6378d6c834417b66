package io.gigafs.cache.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.PinnedBlocks.PinnedBlock;
import io.gigafs.cache.TestBlocks;
import io.gigafs.rpc.Clock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads blocks while writers keep recycling all segments. Every block read must be whole. */
class ConcurrentStoreTest {
  private static final int KIB = 1 << 10;
  private static final int KEYS = 400;
  private static final int MAX_BYTES = 48 * KIB;
  private static final int READERS = 4;
  private static final int WRITERS = 2;
  private static final int CALLS = Boolean.getBoolean("giga.full") ? 200_000 : 8_000;

  @TempDir private Path directory;

  private final AtomicLong versions = new AtomicLong();
  private final AtomicLong hits = new AtomicLong();
  private final AtomicInteger writing = new AtomicInteger(WRITERS);

  @Test
  void concurrentReadsReturnWholeBlocks() throws Exception {
    try (SegmentStore store =
        SegmentStore.open(
            new SegmentSettings(
                directory.resolve("store"),
                2048 * KIB,
                128 * KIB,
                SegmentSettings.DEFAULT_INDEX_BYTES),
            Clock.system())) {
      ExecutorService threads = Executors.newFixedThreadPool(READERS + WRITERS);
      try {
        List<Callable<Void>> work = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
          int seed = i;
          work.add(() -> write(store, new Random(seed)));
        }
        for (int i = 0; i < READERS; i++) {
          int seed = WRITERS + i;
          work.add(() -> read(store, new Random(seed)));
        }
        for (Future<Void> each : threads.invokeAll(work)) {
          each.get();
        }
      } finally {
        threads.shutdownNow();
      }
      assertThat(store.usage().damaged()).isZero();
      assertThat(store.usage().evictions()).isGreaterThan(KEYS);
      assertThat(hits.get()).isGreaterThan(CALLS / 20);
    }
  }

  private static BlockKey key(int number) {
    return TestBlocks.key("v" + number / 16, 1, number % 16);
  }

  /** Bytes that all derive from the first 16, which are the key and a version. */
  private static byte[] bytes(int number, long version) {
    byte[] bytes = TestBlocks.bytes(version, 2 * Long.BYTES + (int) (version * 7919 % MAX_BYTES));
    ByteBuffer.wrap(bytes).putLong(number).putLong(version);
    return bytes;
  }

  private Void write(SegmentStore store, Random random) throws IOException {
    try {
      writeAll(store, random);
    } finally {
      writing.decrementAndGet();
    }
    return null;
  }

  private void writeAll(SegmentStore store, Random random) throws IOException {
    for (int i = 0; i < CALLS; i++) {
      int number = random.nextInt(KEYS);
      if (random.nextInt(20) == 0) {
        store.remove(key(number));
      } else if (random.nextInt(20) == 0) {
        store.setGeneration(key(number), 2);
        store.setGeneration(TestBlocks.key("v" + number / 16, 2, number % 16), 1);
      } else {
        byte[] bytes = bytes(number, versions.incrementAndGet());
        TestBlocks.put(store, key(number), bytes);
      }
    }
  }

  private Void read(SegmentStore store, Random random) throws IOException {
    ByteBuffer into = ByteBuffer.allocateDirect(MAX_BYTES + 2 * Long.BYTES);
    for (int i = 0; i < CALLS || writing.get() > 0; i++) {
      int number = random.nextInt(random.nextBoolean() ? KEYS : 20);
      boolean isInterrupted = random.nextInt(50) == 0;
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
      into.clear();
      if (random.nextInt(4) == 0 && !isInterrupted) {
        readPinned(store, number, into);
      } else if (store.get(key(number), 0, into) != CacheStore.MISS) {
        check(number, into.flip());
      }
      assertThat(Thread.interrupted()).isEqualTo(isInterrupted);
    }
    return null;
  }

  private void readPinned(SegmentStore store, int number, ByteBuffer into) throws IOException {
    try (PinnedBlock pinned = store.pin(key(number))) {
      if (pinned != null) {
        into.limit(pinned.length());
        while (into.hasRemaining()) {
          pinned.channel().read(into, pinned.position() + into.position());
        }
        check(number, into.flip());
      }
    }
  }

  private void check(int number, ByteBuffer read) {
    assertThat(read.getLong(0)).isEqualTo(number);
    byte[] expected = bytes(number, read.getLong(Long.BYTES));
    assertThat(read.equals(ByteBuffer.wrap(expected))).isTrue();
    hits.incrementAndGet();
  }
}
