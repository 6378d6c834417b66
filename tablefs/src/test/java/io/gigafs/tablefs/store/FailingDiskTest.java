package io.gigafs.tablefs.store;

import static io.gigafs.tablefs.store.Fixture.entries;
import static io.gigafs.tablefs.store.Fixture.file;
import static io.gigafs.tablefs.store.Fixture.key;
import static io.gigafs.tablefs.store.Fixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.Durability;
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
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a store on a real disk that is full or read-only. */
final class FailingDiskTest {
  private static final long MIB = 1L << 20;
  private static final EntryRange WHOLE = EntryRange.of(7);
  private static final int WRITERS = 4;
  private static final long POLL_NANOS = 20_000_000;

  @TempDir Path directory;
  private final Set<EntryKey> acknowledged = new ConcurrentSkipListSet<>();

  @AfterEach
  void nothingStaysOpen() {
    assertThat(NativeHandles.open()).as("open native handles").isZero();
  }

  private Store open(Path path, Durability durability, long reserveBytes) {
    return Stores.open(
        StoreSettings.builder(path)
            .durability(durability)
            .syncIntervalMillis(50)
            .writeBufferBytes(MIB)
            .blockCacheBytes(MIB)
            .reserveBytes(reserveBytes)
            .build());
  }

  /** Puts entries from several threads until the store fails, and returns the failures. */
  private List<StoreException> putUntilItFails(Store store, int round) throws Exception {
    List<StoreException> failures = new ArrayList<>();
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      Thread thread =
          new Thread(
              () -> {
                try {
                  for (int n = 0; ; n++) {
                    EntryKey key = key(7, n * 31L, round + "-" + writer + "-" + n);
                    put(store, key, file(n));
                    acknowledged.add(key);
                  }
                } catch (StoreException e) {
                  synchronized (failures) {
                    failures.add(e);
                  }
                }
              });
      thread.start();
      writers.add(thread);
    }
    for (Thread writer : writers) {
      writer.join();
    }
    return failures;
  }

  private static void awaitWritable(Store store) {
    while (!store.health().isGood()) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private void assertHoldsWhatWasAcknowledged(Store store) {
    assertThat(entries(store, WHOLE).keySet()).isEqualTo(acknowledged);
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void fullDiskFailsWritesUntilSpaceReturns(Durability durability) throws Exception {
    try (SmallDisk disk = SmallDisk.inMemory(directory.resolve("disk"), 64 * MIB)) {
      Path path = disk.path().resolve("data");
      try (Store store = open(path, durability, 0)) {
        for (int round = 0; round < 2; round++) {
          disk.fill(3 * MIB);
          assertThat(putUntilItFails(store, round))
              .hasSize(WRITERS)
              .allSatisfy(e -> assertThat(e.kind()).isEqualTo(Kind.NO_SPACE));
          assertHoldsWhatWasAcknowledged(store);
          assertThat(store.health().problems())
              .extracting(Problem::kind)
              .containsExactly(StoreHealth.Kind.FAILED);
          assertThat(store.health().problems().get(0).cause()).contains("full");
          disk.empty();
          awaitWritable(store);
          assertHoldsWhatWasAcknowledged(store);
          EntryKey key = key(7, round, "again");
          put(store, key, file(round));
          acknowledged.add(key);
        }
      }
      try (Store store = open(path, durability, 0)) {
        assertHoldsWhatWasAcknowledged(store);
      }
    }
  }

  @Test
  void reserveIsKeptForDeletions() throws Exception {
    try (SmallDisk disk = SmallDisk.inMemory(directory.resolve("disk"), 64 * MIB);
        Store store = open(disk.path().resolve("data"), Durability.INTERVAL, 3 * MIB)) {
      EntryKey key = key(7, 1, "a");
      store.checkRoom();
      put(store, key, file(1));
      disk.fill(2 * MIB);
      while (store.health().isGood()) {
        LockSupport.parkNanos(POLL_NANOS);
      }
      assertThatThrownBy(store::checkRoom)
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NO_SPACE));
      assertThat(store.health().problems())
          .extracting(Problem::kind)
          .containsExactly(StoreHealth.Kind.FULL);
      Fixture.commit(store, batch -> batch.deleteEntry(key));
      assertThat(store.getEntry(key)).isNull();
      disk.empty();
      awaitWritable(store);
      store.checkRoom();
    }
  }

  @Test
  void readOnlyDiskServesReadsAndLosesNothing() throws Exception {
    Path image = directory.resolve("image");
    Path mount = directory.resolve("disk");
    try (SmallDisk disk = SmallDisk.inFile(image, mount, 64 * MIB)) {
      Path path = disk.path().resolve("data");
      try (Store store = open(path, Durability.ALWAYS, 0)) {
        for (int n = 0; n < 1_000; n++) {
          EntryKey key = key(7, n, "a" + n);
          put(store, key, file(n));
          acknowledged.add(key);
        }
        disk.breakDown();
        assertThat(putUntilItFails(store, 1))
            .allSatisfy(e -> assertThat(e.kind()).isEqualTo(Kind.IO));
        assertHoldsWhatWasAcknowledged(store);
        assertThat(store.health().problems())
            .extracting(Problem::kind)
            .containsExactly(StoreHealth.Kind.FAILED);
        while (!store.health().problems().get(0).cause().contains("Read-only file system")) {
          LockSupport.parkNanos(POLL_NANOS); // until a probe reports the cause
        }
      }
    }
    try (SmallDisk disk = SmallDisk.mounted(image, mount);
        Store store = open(disk.path().resolve("data"), Durability.ALWAYS, 0)) {
      assertHoldsWhatWasAcknowledged(store);
    }
  }

  @Test
  void storeOnReadOnlyDiskIsRefused() throws IOException {
    try (SmallDisk disk =
        SmallDisk.inFile(directory.resolve("image"), directory.resolve("disk"), 64 * MIB)) {
      Path path = disk.path().resolve("data");
      open(path, Durability.ALWAYS, 0).close();
      disk.breakDown();
      assertThatThrownBy(() -> open(path, Durability.ALWAYS, 0))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining(path.toString());
    }
  }
}
