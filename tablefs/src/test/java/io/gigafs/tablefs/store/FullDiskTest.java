package io.gigafs.tablefs.store;

import static io.gigafs.tablefs.store.Fixture.commit;
import static io.gigafs.tablefs.store.Fixture.file;
import static io.gigafs.tablefs.store.Fixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.SmallDisk;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.StoreHealth;
import io.gigafs.tablefs.StoreHealth.Problem;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.engine.rocksdb.NativeHandles;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fills a disk with a store that has default settings. All files can then be deleted, and the space
 * can be used again.
 */
@Timeout(600)
final class FullDiskTest {
  private static final long MIB = 1L << 20;
  private static final int BATCH_BYTES = 1 << 20;
  private static final int DELETED_AT_ONCE = 100;
  private static final long POLL_NANOS = 20_000_000;

  @TempDir Path directory;

  /** Bytes that do not compress. */
  private final byte[] noise = new byte[4 * BATCH_BYTES];

  private int nextByte;

  FullDiskTest() {
    new Random(1).nextBytes(noise);
  }

  @AfterEach
  void nothingStaysOpen() {
    assertThat(NativeHandles.open()).as("open native handles").isZero();
  }

  /** Files so small that their bytes are in tables. */
  @Test
  void memoryDiskFullOfTinyFilesIsReusable() throws Exception {
    try (SmallDisk disk = SmallDisk.inMemory(directory.resolve("disk"), 100 * MIB)) {
      fillAndDelete(disk, 3_000);
    }
  }

  @Test
  void memoryDiskFullOfSmallFilesIsReusable() throws Exception {
    try (SmallDisk disk = SmallDisk.inMemory(directory.resolve("disk"), 300 * MIB)) {
      fillAndDelete(disk, 5_000);
    }
  }

  @Test
  void memoryDiskFullOfLargerFilesIsReusable() throws Exception {
    try (SmallDisk disk = SmallDisk.inMemory(directory.resolve("disk"), 700 * MIB)) {
      fillAndDelete(disk, 60_000);
    }
  }

  @Test
  void fullExt4DiskIsReusable() throws Exception {
    Path image = directory.resolve("image");
    try (SmallDisk disk = SmallDisk.inFile(image, directory.resolve("disk"), 300 * MIB)) {
      fillAndDelete(disk, 20_000);
    }
  }

  private static Store open(SmallDisk disk) {
    return Stores.open(StoreSettings.builder(disk.path().resolve("data")).rowCacheBytes(0).build());
  }

  private void fillAndDelete(SmallDisk disk, int fileBytes) {
    int made;
    try (Store store = open(disk)) {
      long before = store.statistics().freeBytes();
      made = fill(store, fileBytes);
      assertThat((long) made * fileBytes).isGreaterThan(before / 2);
      delete(store, made);
      awaitFree(store, before * 3 / 4);
      store.checkRoom();
      put(store, made, fileBytes);
    }
    try (Store store = open(disk)) {
      assertThat(store.health().isGood()).isTrue();
      assertThat(store.countEntries(EntryRange.of(7)).entries()).isEqualTo(1);
      assertThat(store.getEntry(nth(made))).isEqualTo(file(made));
      assertThat(store.getInline(nth(made))).hasSize(fileBytes);
      store.checkRoom();
      put(store, made + 1, fileBytes);
    }
  }

  /** Creates files until there is no space; returns their number. */
  private int fill(Store store, int fileBytes) {
    int filesPerBatch = BATCH_BYTES / fileBytes;
    for (int n = 0; ; n += filesPerBatch) {
      try {
        store.checkRoom();
      } catch (StoreException e) {
        assertThat(e.kind()).isEqualTo(Kind.NO_SPACE);
        return n;
      }
      int first = n;
      commit(
          store,
          batch -> {
            for (int i = first; i < first + filesPerBatch; i++) {
              batch.putEntry(nth(i), file(i));
              batch.putInline(nth(i), bytes(fileBytes));
            }
          });
    }
  }

  private void put(Store store, int n, int fileBytes) {
    commit(
        store,
        batch -> {
          batch.putEntry(nth(n), file(n));
          batch.putInline(nth(n), bytes(fileBytes));
        });
  }

  private byte[] bytes(int length) {
    nextByte = (nextByte + 7) % (noise.length - length);
    return Arrays.copyOfRange(noise, nextByte, nextByte + length);
  }

  private static void delete(Store store, int made) {
    for (int n = 0; n < made; n += DELETED_AT_ONCE) {
      int first = n;
      commit(
          store,
          batch -> {
            for (int i = first; i < Math.min(made, first + DELETED_AT_ONCE); i++) {
              batch.deleteEntry(nth(i));
              batch.deleteInline(nth(i));
            }
          });
    }
  }

  /** Waits for free space. The store must accept changes all the time. */
  private static void awaitFree(Store store, long bytes) {
    long deadlineNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (!store.health().isGood() || free(store) < bytes) {
      assertThat(store.health().problems())
          .extracting(Problem::kind)
          .doesNotContain(StoreHealth.Kind.FAILED);
      assertThat(System.nanoTime() - deadlineNanos)
          .as("%d of %d bytes are free, %s", free(store), bytes, store.health())
          .isNegative();
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private static long free(Store store) {
    return store.statistics().freeBytes();
  }

  private static EntryKey nth(int n) {
    return key(7, (long) n * 0x9E3779B97F4A7C15L, "name" + n);
  }
}
