package io.gigafs.tablefs.store;

import static io.gigafs.tablefs.store.Fixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.Attached.Attachment;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.Durability;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.Keys;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests how a store reports rows that no store of this format writes. */
final class DamagedStoreTest {
  private static final EntryKey KEY = key(7, 3, "name");
  private static final byte[] RUBBISH = {(byte) 0xff, 1, 2};

  private final MemoryDisk disk = new MemoryDisk();

  private void write(Family family, byte[] key, byte[] value) {
    try (Engine engine = disk.open()) {
      WriteRecords records = new WriteRecords();
      records.put(family, key, value);
      engine.write(records, true);
    }
  }

  private Store open() {
    return Stores.over(disk.open(), Durability.INTERVAL, UUID::randomUUID);
  }

  private static void assertNamesKey(ThrowingCallable call, byte[] key) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.IO))
        .hasMessageContaining(HexFormat.of().formatHex(key));
  }

  @Test
  void damagedEntryIsReportedByKey() {
    write(Family.ENTRIES, KEY.encoded(), RUBBISH);
    try (Store store = open()) {
      EntryRange range = EntryRange.of(7);
      assertNamesKey(() -> store.getEntry(KEY), KEY.encoded());
      assertNamesKey(() -> store.newBatch().getEntry(KEY), KEY.encoded());
      assertThat(store.countEntries(range)).isEqualTo(new EntryCounts(1, 0, 0, 0));
      assertNamesKey(() -> store.scanEntries(range, null, (key, value) -> true), KEY.encoded());
    }
  }

  @Test
  void damagedHeaderIsReportedByKey() {
    byte[] key = Keys.partition(new PartitionKey(1, 2, 3));
    write(Family.PARTITIONS, key, RUBBISH);
    try (Store store = open()) {
      assertNamesKey(() -> store.getPartition(new PartitionKey(1, 2, 3)), key);
      assertNamesKey(() -> store.scanPartitions(1, (found, header) -> true), key);
    }
  }

  /** Scans with a handler for damaged rows return all readable rows. */
  @Test
  void damagedRowsDoNotHideOthers() {
    byte[] key = Keys.partition(new PartitionKey(1, 2, 3));
    write(Family.PARTITIONS, key, RUBBISH);
    write(Family.HOLDS, KEY.encoded(), RUBBISH);
    try (Store store = open()) {
      Fixture.commit(
          store,
          batch -> {
            batch.putPartition(new PartitionKey(1, 2, 1), Fixture.header(3));
            batch.putPartition(new PartitionKey(1, 2, 4), Fixture.header(3));
            batch.putAttached(Attachment.HOLD, key(8, 3, "name"), new byte[] {1}, RUBBISH);
          });
      List<Integer> seen = new ArrayList<>();
      List<CorruptRowException> damaged = new ArrayList<>();
      store.scanPartitions(1, (found, header) -> seen.add(found.index()), damaged::add);
      store.scanAllAttached(Attachment.HOLD, (found, row) -> seen.add(8), damaged::add);
      assertThat(seen).containsExactly(1, 4, 8);
      assertThat(damaged).extracting(CorruptRowException::key).containsExactly(key, KEY.encoded());
    }
  }

  @Test
  void keyOfWrongLengthIsReported() {
    byte[] key = {0, 1, 2};
    write(Family.INTENTS, key, RUBBISH);
    try (Store store = open()) {
      assertNamesKey(() -> store.intents(1), key);
    }
  }

  @Test
  void newerFormatIsRefusedAndTheEngineClosed() {
    open().close();
    write(Family.META, Keys.format(), new byte[] {2});
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(this::open)
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNUSABLE))
          .hasMessageContaining("format 2");
    }
  }

  @Test
  void missingStoreIdIsRefused() {
    write(Family.META, Keys.format(), new byte[] {1});
    assertThatThrownBy(this::open).hasMessageContaining("lost its id");
  }

  @Test
  void damagedCounterIsRefused() {
    open().close();
    write(Family.META, Keys.ids(1), new byte[] {(byte) 0xff});
    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNUSABLE))
        .hasMessageContaining(HexFormat.of().formatHex(Keys.ids(1)))
        .hasMessageContaining("inode ids");
  }

  @Test
  void exhaustedIdCounterRefusesReservations() {
    write(Family.META, Keys.ids(1), HexFormat.of().parseHex("ffffffffffff3f"));
    try (Store store = open()) {
      assertThat(store.reserveIds(1, 1)).isEqualTo(Store.LAST_ID);
      assertThatThrownBy(() -> store.reserveIds(1, 1))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NO_SPACE));
    }
  }
}
