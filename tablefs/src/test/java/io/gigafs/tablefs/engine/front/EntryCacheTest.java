package io.gigafs.tablefs.engine.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.engine.AbstractEngineTest;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.ForwardingEngine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the row cache and the key filter in front of an engine. The engine counts reads, and a test
 * can run an action in the middle of a call.
 */
final class EntryCacheTest extends AbstractEngineTest {
  private static final int MIN_CACHE_BYTES = 4 * Bucket.BYTES;
  private static final int FILTER_BYTES = 1 << 16;
  private static final byte[] KEY = key(1);

  private MemoryDisk disk = new MemoryDisk();
  private final AtomicInteger reads = new AtomicInteger();

  /** Runs once in the middle of the next read or write of the engine behind the cache. */
  private @Nullable Runnable meanwhile;

  private boolean isDamaged;

  @Override
  protected Engine open() {
    return EngineFront.over(new Watched(disk.open())).caching(MIN_CACHE_BYTES, FILTER_BYTES).open();
  }

  @AfterEach
  void nothingIsLeft() {
    engine.close();
    assertThat(EngineFront.openCacheBytes()).as("native memory of caches").isZero();
  }

  /** Counts reads and runs the action of a test within a call. */
  private final class Watched extends ForwardingEngine {
    Watched(Engine engine) {
      super(engine);
    }

    @Override
    public int get(Family family, byte[] key, byte[] value) {
      reads.incrementAndGet();
      int length = super.get(family, key, value);
      runMeanwhile();
      return length;
    }

    @Override
    public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
      reads.addAndGet(keys.size());
      List<byte @Nullable []> values = super.getAll(family, keys);
      runMeanwhile();
      return values;
    }

    @Override
    public void write(WriteRecords records, boolean sync) {
      super.write(records, sync);
      runMeanwhile();
    }

    @Override
    public Cursor scan(Family family, KeyRange range) {
      if (isDamaged) {
        throw new StoreException(StoreException.Kind.DAMAGED, "a file is damaged");
      }
      return super.scan(family, range);
    }

    private void runMeanwhile() {
      Runnable action = meanwhile;
      meanwhile = null;
      if (action != null) {
        action.run();
      }
    }
  }

  private void delete(byte[] key) {
    WriteRecords records = new WriteRecords();
    records.delete(Family.ENTRIES, key);
    engine.write(records, false);
  }

  /** Asserts the value that is read, and whether it came from the cache. */
  private void assertRead(@Nullable String value, boolean isCached) {
    int before = reads.get();
    assertThat(get(KEY)).isEqualTo(value);
    assertThat(reads.get() == before).as("cached").isEqualTo(isCached);
  }

  @Test
  void writtenRowIsServedFromTheCache() {
    put(KEY, "written");
    assertRead("written", true);
    put(KEY, "written again");
    assertRead("written again", true);
    delete(KEY);
    assertRead(null, false);
  }

  @Test
  void rowIsReadFromTheEngineOnce() {
    put(KEY, "old");
    engine.close();
    engine = open();
    assertRead("old", false);
    assertRead("old", true);
    assertThat(engine.getAll(Family.ENTRIES, List.of(KEY, key(2))))
        .containsExactly(text("old"), null);
  }

  @Test
  void bulkReadCombinesCacheAndEngine() {
    put(key(1), "a");
    put(key(3), "c");
    engine.close();
    engine = open();
    put(key(2), "b");
    List<byte[]> keys = List.of(key(1), key(2), key(3), key(4));
    assertThat(engine.getAll(Family.ENTRIES, keys))
        .containsExactly(text("a"), text("b"), text("c"), null);
    int before = reads.get();
    assertThat(engine.getAll(Family.ENTRIES, keys.subList(0, 3)))
        .containsExactly(text("a"), text("b"), text("c"));
    assertThat(reads.get()).isEqualTo(before);
  }

  @Test
  void bulkReadCachesRowsThatShareABucket() {
    WriteRecords records = new WriteRecords();
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      records.put(Family.ENTRIES, key(i), text("value " + i));
      keys.add(key(i));
    }
    engine.write(records, false);
    engine.close();
    engine = open();

    assertThat(engine.getAll(Family.ENTRIES, keys)).doesNotContainNull();

    int before = reads.get();
    assertThat(engine.getAll(Family.ENTRIES, keys)).doesNotContainNull();
    assertThat(reads.get()).isEqualTo(before);
  }

  @Test
  void concurrentWriteKeepsStaleReadOutOfCache() {
    put(KEY, "old");
    engine.close();
    engine = open();
    meanwhile = () -> put(KEY, "new");
    assertRead("old", false);
    assertRead("new", true);
  }

  @Test
  void concurrentDeleteKeepsStaleReadOutOfCache() {
    put(KEY, "old");
    engine.close();
    engine = open();
    meanwhile = () -> delete(KEY);
    assertRead("old", false);
    assertRead(null, false);
  }

  @Test
  void concurrentRangeDeleteKeepsStaleReadOutOfCache() {
    put(KEY, "old");
    engine.close();
    engine = open();
    meanwhile = this::deleteAll;
    assertRead("old", false);
    assertRead(null, false);
  }

  private void deleteAll() {
    WriteRecords records = new WriteRecords();
    records.deleteRange(Family.ENTRIES, ALL);
    engine.write(records, false);
  }

  @Test
  void concurrentWritesOfOneRowAreNotCached() {
    meanwhile = () -> put(KEY, "later");
    put(KEY, "earlier");
    assertRead("later", false);
  }

  @Test
  void writeDuringRangeDeleteIsNotCached() {
    meanwhile = this::deleteAll;
    put(KEY, "old");
    assertRead(null, false);
  }

  @Test
  void newRowReadDuringItsWriteIsCachedOnce() {
    put(key(2), "known");
    meanwhile = () -> assertThat(get(KEY)).isEqualTo("new");
    put(KEY, "new");
    delete(KEY);
    assertRead(null, false);
    put(KEY, "again");
    assertRead("again", true);
  }

  @Test
  void newRowPutTwiceIsCachedWithItsLastValue() {
    WriteRecords records = new WriteRecords();
    records.put(Family.ENTRIES, KEY, text("first"));
    records.put(Family.ENTRIES, key(2), text("another"));
    records.put(Family.ENTRIES, KEY, text("last"));
    engine.write(records, false);
    assertRead("last", true);
    delete(KEY);
    assertRead(null, false);
  }

  @Test
  void absentKeysAreKnownWithoutARead() {
    put(KEY, "there");
    int before = reads.get();
    assertThat(engine.isAbsent(Family.ENTRIES, KEY)).isFalse();
    assertThat(engine.isAbsent(Family.ENTRIES, key(2))).isTrue();
    assertThat(engine.isAbsent(Family.INLINE, key(2)))
        .as("of a family that is not known")
        .isFalse();
    assertThat(reads.get()).isEqualTo(before);
  }

  @Test
  void writeCachesRowsThatShareABucket() {
    WriteRecords records = new WriteRecords();
    for (int i = 0; i < 16; i++) {
      records.put(Family.ENTRIES, key(i), text("value " + i));
    }
    records.put(Family.ENTRIES, KEY, text("put twice"));
    engine.write(records, false);
    int before = reads.get();
    for (int i = 0; i < 16; i++) {
      assertThat(get(key(i))).isEqualTo(i == 1 ? "put twice" : "value " + i);
    }
    assertThat(reads.get()).isEqualTo(before);
  }

  @Test
  void filterAvoidsReadsOfRowsNeverWritten() {
    put(key(2), "another");
    assertRead(null, true);
    delete(key(2));
    engine.close();
    engine = open();
    assertRead(null, true);
  }

  @Test
  void filterScansManyRowsInSteps() {
    for (int i = 0; i < 3; i++) {
      WriteRecords records = new WriteRecords();
      for (int j = 0; j < 5_000; j++) {
        records.put(Family.ENTRIES, key(2, i, j >> 8, j & 0xff), text("value"));
      }
      engine.write(records, false);
    }
    engine.close();
    engine = open();
    assertRead(null, false);
    put(key(0, 1), "before the place that was looked through");
    engine.maintain();
    assertRead(null, true);
    assertThat(get(key(0, 1))).isNotNull();
    assertThat(get(key(2, 2, 0, 0))).isEqualTo("value");
  }

  @Test
  void ingestedRowsAreFound() {
    put(KEY, "moved");
    Path file = directory.resolve("file");
    try (Cursor rows = engine.scan(Family.ENTRIES, ALL)) {
      engine.writeSortedFile(file, rows);
    }
    engine.close();
    disk = new MemoryDisk();
    engine = open();
    assertRead(null, true);
    engine.ingest(Family.ENTRIES, ALL, file);
    assertRead("moved", false);
  }

  @Test
  void failedFilterScanSendsAllReadsToTheEngine() {
    isDamaged = true;
    engine.close();
    engine = open();
    engine.maintain();
    assertRead(null, false);
    isDamaged = false;
    engine.maintain();
    assertRead(null, false);
    engine.recover();
    put(KEY, "after the recovery");
    delete(KEY);
    engine.maintain();
    assertThat(get(key(2))).isNull();
    assertRead(null, false);
    int before = reads.get();
    lookForOthers();
    assertThat(reads.get()).isEqualTo(before);
  }

  /** A workload that creates and deletes files for weeks fills the filter. */
  @Test
  void fullFilterIsRebuilt() {
    for (int i = 0; i < 300_000; i++) {
      byte[] key = key(3, i >> 16, i >> 8 & 0xff, i & 0xff);
      put(key, "value");
      delete(key);
    }
    int before = reads.get();
    lookForOthers();
    assertThat(reads.get() - before).as("asked in vain, of 1,000").isGreaterThan(500);
    engine.maintain();
    before = reads.get();
    lookForOthers();
    assertThat(reads.get() - before).as("asked in vain, of 1,000").isLessThan(20);
  }

  private void lookForOthers() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(get(key(4, i >> 8, i & 0xff))).isNull();
    }
  }

  @Test
  void oldRowsAreEvictedAndLongOnesNotCached() {
    for (int i = 0; i < 10_000; i++) {
      put(key(i >> 8, i & 0xff), "value " + i);
    }
    assertThat(EngineFront.openCacheBytes()).isEqualTo(MIN_CACHE_BYTES);
    for (int i = 0; i < 10_000; i++) {
      assertThat(get(key(i >> 8, i & 0xff))).isEqualTo("value " + i);
    }
    put(KEY, "x".repeat(Bucket.BYTES));
    byte[] value = new byte[Bucket.BYTES];
    int before = reads.get();
    assertThat(engine.get(Family.ENTRIES, KEY, value)).isEqualTo(Bucket.BYTES);
    assertThat(reads.get()).isEqualTo(before + 1);
  }

  /** Threads write and read at random. In the end the cache agrees with the engine. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void cacheStaysConsistentUnderThreads(long seed) throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        SplittableRandom random = new SplittableRandom(seed * 4 + i);
        running.add(threads.submit(() -> readAndWrite(random)));
      }
      for (Future<?> each : running) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
    for (int i = 0; i < 20; i++) {
      String cached = get(key(i));
      try (Cursor rows = engine.scan(Family.ENTRIES, KeyRange.closed(key(i), key(i)))) {
        String stored =
            rows.next()
                ? new String(rows.value(), 0, rows.valueLength(), StandardCharsets.UTF_8)
                : null;
        assertThat(cached).isEqualTo(stored);
      }
    }
  }

  private void readAndWrite(SplittableRandom random) {
    WriteRecords records = new WriteRecords();
    byte[] value = new byte[100];
    for (int i = 0; i < 20_000; i++) {
      byte[] key = key(random.nextInt(20));
      records.clear();
      switch (random.nextInt(8)) {
        case 0 -> records.delete(Family.ENTRIES, key);
        case 1, 2, 3 -> {
          records.put(Family.ENTRIES, key, text("value " + random.nextInt()));
          records.put(Family.ENTRIES, key(random.nextInt(20)), text("value " + random.nextInt()));
        }
        case 4 -> {
          if (random.nextInt(100) == 0) {
            records.deleteRange(Family.ENTRIES, ALL);
          }
        }
        default -> engine.get(Family.ENTRIES, key, value);
      }
      if (!records.isEmpty()) {
        engine.write(records, false);
      }
    }
  }
}
