package io.gigafs.tablefs.store;

import static io.gigafs.tablefs.store.Fixture.commit;
import static io.gigafs.tablefs.store.Fixture.entries;
import static io.gigafs.tablefs.store.Fixture.file;
import static io.gigafs.tablefs.store.Fixture.key;
import static io.gigafs.tablefs.store.Fixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.Attached.Attachment;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.Durability;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.RangeFile;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.StoreHealth;
import io.gigafs.tablefs.StoreHealth.Problem;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import io.gigafs.tablefs.engine.memory.MemoryDisk.Operation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what survives a crash and how a store handles disk failures, on a disk in memory. */
final class DurabilityTest {
  private static final EntryRange WHOLE = EntryRange.of(7);
  private static final EntryKey KEY = key(7, 3, "name");

  @TempDir Path directory;
  private final MemoryDisk disk = new MemoryDisk();

  private Store open(Durability durability) {
    return Stores.over(disk.open(), durability, UUID::randomUUID);
  }

  private Store crashAndOpen() {
    disk.crash();
    return open(Durability.INTERVAL);
  }

  @Test
  void alwaysKeepsCommittedWrites() {
    put(open(Durability.ALWAYS), KEY, file(1));
    assertThat(crashAndOpen().getEntry(KEY)).isEqualTo(file(1));
  }

  @Test
  void alwaysDoesNotSyncOpenStateRecords() {
    byte[] label = {1};
    commit(open(Durability.ALWAYS), batch -> batch.putAttached(Attachment.HOLD, KEY, label, label));
    assertThat(crashAndOpen().newBatch().getAttached(Attachment.HOLD, KEY, label)).isNull();
  }

  @Test
  void intervalKeepsSyncedWrites() {
    Store store = open(Durability.INTERVAL);
    put(store, KEY, file(1));
    store.sync();
    put(store, KEY, file(2));
    assertThat(crashAndOpen().getEntry(KEY)).isEqualTo(file(1));
  }

  @Test
  void closeSyncsAllWrites() {
    Store store = open(Durability.INTERVAL);
    put(store, KEY, file(1));
    store.close();
    assertThat(crashAndOpen().getEntry(KEY)).isEqualTo(file(1));
  }

  @Test
  void freshStoreKeepsItsId() {
    UUID id = open(Durability.INTERVAL).id();
    assertThat(crashAndOpen().id()).isEqualTo(id);
  }

  @Test
  void clusterBindingSurvivesCrash() {
    UUID cluster = UUID.randomUUID();
    open(Durability.INTERVAL).bindToCluster(cluster);
    assertThat(crashAndOpen().clusterId()).isEqualTo(cluster);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noIdIsReservedTwiceAcrossCrashes(long seed) {
    Random random = new Random(seed);
    Set<String> taken = new HashSet<>();
    Store store = open(Durability.INTERVAL);
    for (int i = 0; i < 500; i++) {
      int slot = random.nextInt(3);
      int count = 1 + random.nextInt(20);
      long first = store.reserveIds(slot, count);
      for (long id = first; id < first + count; id++) {
        assertThat(taken.add(slot + ":" + id)).as("id %d of slot %d is new", id, slot).isTrue();
      }
      if (random.nextInt(5) == 0) {
        store = crashAndOpen();
      }
    }
  }

  @Test
  void failedReservationReservesNothing() {
    Store store = open(Durability.INTERVAL);
    disk.fail(Operation.WRITE, Kind.NO_SPACE);
    assertThatThrownBy(() -> store.reserveIds(1, 5)).isInstanceOf(StoreException.class);
    disk.fail(Operation.WRITE, null);
    store.maintain();
    assertThat(store.reserveIds(1, 5)).isEqualTo(Store.FIRST_ID);
  }

  @Test
  void installedRowsSurviveCrash() {
    Store store = open(Durability.INTERVAL);
    put(store, KEY, file(1));
    List<RangeFile> files = store.extract(WHOLE, directory).files();
    put(store, key(7, 4, "to go"), file(2));
    store.install(WHOLE, files);
    assertThat(entries(crashAndOpen(), WHOLE)).containsOnlyKeys(KEY);
  }

  /** The deletion was not synced when the range, empty by then, was installed. */
  @Test
  void installDoesNotReviveDeletedRows() {
    Store store = open(Durability.INTERVAL);
    put(store, KEY, file(1));
    List<RangeFile> files = store.extract(WHOLE, directory).files();
    put(store, key(7, 4, "deleted"), file(2));
    store.sync();
    commit(store, batch -> batch.deleteRange(WHOLE));
    store.install(WHOLE, files);
    assertThat(entries(crashAndOpen(), WHOLE)).containsOnlyKeys(KEY);
  }

  @Test
  void fullDiskFailsTheCommitWithoutEffect() {
    Store store = open(Durability.INTERVAL);
    disk.fail(Operation.WRITE, Kind.NO_SPACE);
    Batch batch = store.newBatch();
    batch.putEntry(KEY, file(1));
    assertThatThrownBy(() -> store.commit(batch))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NO_SPACE));
    assertThat(store.getEntry(KEY)).isNull();
    disk.fail(Operation.WRITE, null);
    store.maintain();
    store.commit(batch);
    assertThat(store.getEntry(KEY)).isEqualTo(file(1));
  }

  @Test
  void failedSyncBlocksWritesUntilRecovery() {
    Store store = open(Durability.INTERVAL);
    put(store, KEY, file(1));
    disk.fail(Operation.SYNC, Kind.IO);
    assertThatThrownBy(store::sync).isInstanceOf(StoreException.class);
    assertRefusesWrites(store);
    store.maintain();
    disk.fail(Operation.SYNC, null);
    assertRefusesWrites(store);
    assertThat(store.getEntry(KEY)).isEqualTo(file(1));
    store.maintain();
    assertTakesWrites(store);
    assertThat(crashAndOpen().getEntry(KEY)).isEqualTo(file(1));
  }

  @Test
  void failedSyncedCommitBlocksWritesUntilRecovery() {
    Store store = open(Durability.ALWAYS);
    disk.fail(Operation.SYNC, Kind.IO);
    assertThatThrownBy(() -> put(store, KEY, file(1))).isInstanceOf(StoreException.class);
    disk.fail(Operation.SYNC, null);
    assertRefusesWrites(store);
    store.maintain();
    assertTakesWrites(store);
    assertThat(store.getEntry(KEY)).isNull();
  }

  private static void assertTakesWrites(Store store) {
    assertThat(store.health()).isEqualTo(StoreHealth.GOOD);
    put(store, key(7, 9, "later"), file(9));
    store.sync();
  }

  @Test
  void healthReportsEachProblem() {
    Store store = open(Durability.INTERVAL);
    assertThat(store.health()).isEqualTo(StoreHealth.GOOD);
    disk.fail(Operation.WRITE, Kind.IO);
    assertThatThrownBy(() -> put(store, KEY, file(1))).isInstanceOf(StoreException.class);
    disk.setFreeBytes(0);
    store.maintain();
    assertThat(store.health().problems())
        .extracting(Problem::kind)
        .containsExactly(StoreHealth.Kind.FULL, StoreHealth.Kind.FAILED);
    assertThat(store.health().problems())
        .allSatisfy(
            problem -> {
              assertThat(problem.sinceMillis()).isPositive();
              assertThat(problem.cause()).isNotEmpty();
              assertThat(problem.remedy()).isNotEmpty();
            });
  }

  @Test
  void roomCheckPassesAgainWhenSpaceIsFreed() {
    Store store = open(Durability.INTERVAL);
    store.checkRoom();
    disk.setFreeBytes(0);
    store.maintain();
    assertThatThrownBy(store::checkRoom)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NO_SPACE));
    commit(store, batch -> batch.deleteEntry(KEY));
    disk.setFreeBytes(1 << 20);
    store.maintain();
    store.checkRoom();
  }

  /** Each recovery takes time and blocks readers. */
  @Test
  void repeatedRecoveriesBackOff() {
    Store store = open(Durability.INTERVAL);
    List<Integer> pauses = new ArrayList<>();
    for (int round = 0; round < 8; round++) {
      disk.fail(Operation.WRITE, Kind.IO);
      assertThatThrownBy(() -> put(store, KEY, file(1))).isInstanceOf(StoreException.class);
      disk.fail(Operation.WRITE, null);
      int ticks = 0;
      do {
        store.maintain();
        ticks++;
      } while (!store.health().isGood());
      pauses.add(ticks);
    }
    assertThat(pauses).containsExactly(1, 3, 5, 9, 17, 33, 61, 61);
  }

  private static void assertRefusesWrites(Store store) {
    List<Runnable> writes =
        List.of(
            () -> put(store, KEY, file(2)),
            store::sync,
            () -> store.reserveIds(1, 1),
            () -> store.bindToCluster(UUID.randomUUID()),
            () -> store.install(WHOLE, List.of()));
    assertThat(writes)
        .allSatisfy(
            write ->
                assertThatThrownBy(write::run)
                    .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.IO))
                    .hasMessageContaining("accepts no changes"));
  }

  @Test
  void failedExtractLeavesNoFiles() {
    Store store = open(Durability.INTERVAL);
    put(store, KEY, file(1));
    disk.fail(Operation.SORTED_FILE, Kind.NO_SPACE);
    assertThatThrownBy(() -> store.extract(WHOLE, directory)).isInstanceOf(StoreException.class);
    assertThat(directory).isEmptyDirectory();
  }
}
