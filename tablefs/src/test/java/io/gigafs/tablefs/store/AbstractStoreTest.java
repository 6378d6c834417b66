package io.gigafs.tablefs.store;

import static io.gigafs.tablefs.store.Fixture.commit;
import static io.gigafs.tablefs.store.Fixture.directory;
import static io.gigafs.tablefs.store.Fixture.entries;
import static io.gigafs.tablefs.store.Fixture.file;
import static io.gigafs.tablefs.store.Fixture.header;
import static io.gigafs.tablefs.store.Fixture.key;
import static io.gigafs.tablefs.store.Fixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.Durability;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.Intent;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.RangeFile;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoredReply;
import io.gigafs.tablefs.StoredRow;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import io.gigafs.tablefs.engine.rocksdb.NativeHandles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the contract of {@link Store}. Subclasses open the store over one engine each. */
abstract class AbstractStoreTest {
  private static final EntryRange WHOLE = EntryRange.of(7);
  private static final EntryKey KEY = key(7, 3, "name");

  @TempDir Path directory;
  private Store store;

  /** Opens the store of this test. Called only while the store is closed. */
  abstract Store open();

  @BeforeEach
  void openStore() {
    store = open();
  }

  @AfterEach
  void closeStore() {
    store.close();
    assertThat(NativeHandles.open()).as("open native handles").isZero();
  }

  private void reopen() {
    store.close();
    store = open();
  }

  @Test
  void entryIsVisibleAfterCommit() {
    Batch batch = store.newBatch();
    batch.putEntry(KEY, file(1));
    assertThat(store.getEntry(KEY)).isNull();
    store.commit(batch);
    assertThat(store.getEntry(KEY)).isEqualTo(file(1));
  }

  @Test
  void batchSeesItsOwnRecords() {
    put(store, KEY, file(1));
    Batch batch = store.newBatch();
    assertThat(batch.getEntry(KEY)).isEqualTo(file(1));
    batch.putEntry(KEY, file(2));
    assertThat(batch.getEntry(KEY)).isEqualTo(file(2));
    batch.deleteEntry(KEY);
    assertThat(batch.getEntry(KEY)).isNull();
    assertThat(store.getEntry(KEY)).isEqualTo(file(1));
  }

  @Test
  void batchReadsTheLatestOfItsRecords() {
    Batch batch = store.newBatch();
    for (int round = 1; round <= 3; round++) {
      for (int i = 0; i < 200; i++) {
        batch.putEntry(key(7, i, "name" + i), file(1_000L * round + i));
      }
    }
    batch.putInline(key(7, 0, "name0"), new byte[] {1});
    for (int i = 0; i < 200; i++) {
      assertThat(batch.getEntry(key(7, i, "name" + i))).isEqualTo(file(3_000L + i));
    }
    batch.clear();
    assertThat(batch.getEntry(key(7, 1, "name1"))).isNull();
  }

  @Test
  void putEmptyFileStoresTheSameAttributes() {
    Attributes file =
        new Attributes(
            9,
            FileType.REGULAR,
            04755,
            7,
            8,
            0,
            1,
            5,
            5,
            5,
            0,
            Attributes.XATTRS | Attributes.ACL,
            5);
    Batch batch = store.newBatch();
    batch.putEmptyFile(KEY, file.inode(), file.mode(), file.uid(), file.gid(), 5, file.marks());
    assertThat(batch.getEntry(KEY)).isEqualTo(file);
    store.commit(batch);
    assertThat(store.getEntry(KEY)).isEqualTo(file);
  }

  @Test
  void batchReadsAhead() {
    EntryKey none = key(7, 9, "none");
    Batch first = store.newBatch();
    first.putEntry(KEY, file(1));
    first.putInline(KEY, new byte[] {1, 2});
    store.commit(first);
    Batch batch = store.newBatch();
    batch.readAhead(List.of(none, KEY), true);
    assertThat(batch.getEntry(KEY)).isEqualTo(file(1));
    assertThat(batch.getInline(KEY)).containsExactly(1, 2);
    assertThat(batch.getEntry(none)).isNull();
    assertThat(batch.getInline(none)).isNull();
    batch.putEntry(KEY, file(2));
    batch.deleteInline(KEY);
    batch.putEntry(none, file(3));
    assertThat(batch.getEntry(KEY)).isEqualTo(file(2));
    assertThat(batch.getInline(KEY)).isNull();
    assertThat(batch.getEntry(none)).isEqualTo(file(3));
    store.commit(batch);
    batch.clear();
    assertThat(batch.getEntry(KEY)).isEqualTo(file(2));
    assertThat(batch.getInline(KEY)).isNull();
    batch.readAhead(List.of(), true);
    assertThat(batch.getEntry(none)).isEqualTo(file(3));
  }

  @Test
  void batchReadsNeighboursAhead() {
    Batch first = store.newBatch();
    List<EntryKey> asked = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      EntryKey key = key(7, i, "name");
      if (i % 7 != 3) {
        first.putEntry(key, file(i));
        first.putInline(key, new byte[] {(byte) i});
      }
      if (i % 2 == 0 || i > 60) {
        asked.add(key);
      }
    }
    store.commit(first);
    asked.add(asked.get(5));
    Collections.reverse(asked);
    Batch batch = store.newBatch();
    batch.readAhead(asked, true);
    for (EntryKey key : asked) {
      boolean isThere = key.position() % 7 != 3;
      assertThat(batch.getEntry(key)).isEqualTo(isThere ? file(key.position()) : null);
      assertThat(batch.getInline(key))
          .isEqualTo(isThere ? new byte[] {(byte) key.position()} : null);
    }
  }

  @Test
  void batchSeesItsOwnRangeDeletions() {
    put(store, KEY, file(1));
    put(store, key(8, 3, "name"), file(2));
    Batch batch = store.newBatch();
    batch.putEntry(key(7, 9, "earlier"), file(3));
    batch.deleteRange(WHOLE);
    batch.putEntry(key(7, 9, "later"), file(4));
    assertThat(batch.getEntry(KEY)).isNull();
    assertThat(batch.getEntry(key(7, 9, "earlier"))).isNull();
    assertThat(batch.getEntry(key(7, 9, "later"))).isEqualTo(file(4));
    assertThat(batch.getEntry(key(8, 3, "name"))).isEqualTo(file(2));
    store.commit(batch);
    assertThat(entries(store, WHOLE)).containsOnlyKeys(key(7, 9, "later"));
  }

  @Test
  void batchIsCountedAndCleared() {
    Batch batch = store.newBatch();
    assertThat(batch.isEmpty()).isTrue();
    batch.putEntry(KEY, file(1));
    batch.deleteEntry(KEY);
    assertThat(batch.size()).isEqualTo(2);
    batch.clear();
    assertThat(batch.isEmpty()).isTrue();
    store.commit(batch);
    assertThat(store.getEntry(KEY)).isNull();
  }

  @Test
  void commitLeavesTheBatchUnchanged() {
    Batch batch = store.newBatch();
    batch.putEntry(KEY, file(1));
    store.commit(batch);
    assertThat(batch.size()).isEqualTo(1);
    assertThat(batch.getEntry(KEY)).isEqualTo(file(1));
  }

  @Test
  void batchOfAnotherStoreIsRefused() {
    try (Store other = Stores.over(new MemoryDisk().open(), Durability.ALWAYS, UUID::randomUUID)) {
      assertThatThrownBy(() -> store.commit(other.newBatch()))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void namesAreUpTo255ArbitraryBytes() {
    byte[] longest = new byte[255];
    Arrays.fill(longest, (byte) 0xff);
    Map<EntryKey, Attributes> put = new LinkedHashMap<>();
    put.put(EntryKey.of(7, 5, new byte[] {1}), file(1));
    put.put(EntryKey.of(7, 5, new byte[] {1, 1}), file(2));
    put.put(EntryKey.of(7, 5, new byte[] {(byte) 0xc3}), file(3)); // half of a UTF-8 character
    put.put(EntryKey.of(7, 5, longest), file(4));
    put.forEach((key, attributes) -> put(store, key, attributes));
    assertThat(entries(store, WHOLE)).containsExactlyEntriesOf(put);
  }

  @Test
  void positionsAreUnsigned() {
    EntryKey low = key(7, 0x7fffffffffffffffL, "low");
    EntryKey high = key(7, 0x8000000000000000L, "high");
    EntryKey last = key(7, -1, "last");
    for (EntryKey key : List.of(last, high, low)) {
      put(store, key, file(1));
    }
    assertThat(entries(store, WHOLE).keySet()).containsExactly(low, high, last);
    assertThat(entries(store, new EntryRange(7, Long.MIN_VALUE, -1)).keySet())
        .containsExactly(high, last);
    assertThat(entries(store, new EntryRange(7, 0, Long.MAX_VALUE)).keySet()).containsExactly(low);
  }

  @Test
  void scanResumesAfterAKey() {
    List<EntryKey> keys = List.of(key(7, 1, "a"), key(7, 1, "b"), key(7, 2, "a"), key(7, 3, "a"));
    keys.forEach(key -> put(store, key, file(1)));
    List<EntryKey> seen = new ArrayList<>();
    store.scanEntries(
        WHOLE,
        keys.get(0),
        (key, attributes) -> {
          seen.add(key);
          return seen.size() < 2;
        });
    assertThat(seen).containsExactly(keys.get(1), keys.get(2));
    store.scanEntries(WHOLE, key(6, 1, "before all"), (key, attributes) -> seen.add(key));
    assertThat(seen).hasSize(6);
  }

  @Test
  void scanReadsASnapshot() {
    put(store, key(7, 1, "a"), file(1));
    List<EntryKey> seen = new ArrayList<>();
    store.scanEntries(
        WHOLE,
        null,
        (key, attributes) -> {
          put(store, key(7, 2, "late"), file(2));
          assertThat(store.getEntry(key)).isEqualTo(attributes);
          return seen.add(key);
        });
    assertThat(seen).containsExactly(key(7, 1, "a"));
  }

  @Test
  void visitorExceptionEndsTheScan() {
    put(store, KEY, file(1));
    assertThatThrownBy(
            () ->
                store.scanEntries(
                    WHOLE,
                    null,
                    (key, attributes) -> {
                      throw new UnsupportedOperationException("mine");
                    }))
        .hasMessage("mine");
  }

  @Test
  void entriesAreCounted() {
    put(store, key(7, 1, "a"), file(1));
    put(store, key(7, -1, "b"), directory(2, 77));
    put(store, key(8, 1, "c"), directory(3, 99));
    assertThat(store.countEntries(WHOLE)).isEqualTo(new EntryCounts(2, 1, 0, 77));
    assertThat(store.countEntries(new EntryRange(7, 0, 5))).isEqualTo(new EntryCounts(1, 0, 0, 5));
    assertThat(store.countEntries(EntryRange.of(9))).isEqualTo(new EntryCounts(0, 0, 0, 0));
  }

  @Test
  void byteCountOmitsLinkedFilesAndSymlinks() {
    put(store, key(7, 1, "plain"), sized(1, FileType.REGULAR, 100, 0));
    put(store, key(7, 2, "marked"), sized(2, FileType.REGULAR, 10, Attributes.XATTRS));
    put(store, key(7, 3, "linked"), sized(3, FileType.REGULAR, 1_000, Attributes.LINKED));
    put(store, key(7, 4, "symlink"), sized(4, FileType.SYMLINK, 10_000, 0));
    assertThat(store.countEntries(WHOLE).bytes()).isEqualTo(110);
  }

  private static Attributes sized(long inode, FileType type, long size, int marks) {
    return new Attributes(inode, type, 0644, 0, 0, size, 1, 5, 5, 5, 0, marks, 5);
  }

  @Test
  void headersAreKeptBySlot() {
    PartitionKey first = new PartitionKey(3, 7, 0);
    PartitionKey second = new PartitionKey(3, 7, 65_535);
    PartitionKey third = new PartitionKey(3, -1, 1);
    for (PartitionKey key :
        List.of(third, second, first, new PartitionKey(2, 7, 1), new PartitionKey(4, 0, 0))) {
      commit(store, batch -> batch.putPartition(key, header(key.index() == 0 ? 0 : 16)));
    }
    assertThat(store.getPartition(second)).isEqualTo(header(16));
    assertThat(headers(3)).containsExactly(first, second, third);
    commit(store, batch -> batch.deletePartition(second));
    assertThat(store.getPartition(second)).isNull();
    assertThat(headers(3)).containsExactly(first, third);
    assertThat(headers(65_535)).isEmpty();
  }

  private List<PartitionKey> headers(int slot) {
    List<PartitionKey> found = new ArrayList<>();
    store.scanPartitions(slot, (key, header) -> found.add(key));
    return found;
  }

  @Test
  void visitorStopsTheHeaderScan() {
    PartitionHeader header = header(0);
    commit(store, batch -> batch.putPartition(new PartitionKey(3, 7, 0), header));
    commit(store, batch -> batch.putPartition(new PartitionKey(3, 7, 1), header));
    List<PartitionKey> found = new ArrayList<>();
    store.scanPartitions(3, (key, value) -> !found.add(key));
    assertThat(found).containsExactly(new PartitionKey(3, 7, 0));
  }

  @Test
  void intentsAreKeptBySlot() {
    Intent one = new Intent(65_535, 1, new byte[] {1, 2});
    Intent two = new Intent(65_535, -2, new byte[300]);
    Intent other = new Intent(0, 1, new byte[0]);
    for (Intent intent : List.of(two, one, other)) {
      commit(store, batch -> batch.putIntent(intent));
    }
    assertThat(store.intents(65_535)).containsExactly(one, two);
    commit(store, batch -> batch.deleteIntent(65_535, 1));
    assertThat(store.intents(65_535)).containsExactly(two);
    assertThat(store.intents(0)).containsExactly(other);
  }

  @Test
  void repliesAreKeptByPartition() {
    StoredReply one = new StoredReply(new StoredReply.Key(7, 1, 5, 10), new byte[] {1});
    StoredReply two = new StoredReply(new StoredReply.Key(7, 1, 5, 20), new byte[] {2});
    StoredReply other = new StoredReply(new StoredReply.Key(7, 2, 5, 10), new byte[0]);
    for (StoredReply reply : List.of(other, two, one)) {
      commit(store, batch -> batch.putReply(reply));
    }
    assertThat(store.replies(7, 1)).containsExactly(one, two);
    commit(store, batch -> batch.deleteReply(one.key()));
    assertThat(store.replies(7, 1)).containsExactly(two);
    assertThat(store.replies(7, 2)).containsExactly(other);
  }

  @Test
  void idsAreReservedOncePerSlot() {
    assertThat(store.reserveIds(3, 10)).isEqualTo(Store.FIRST_ID);
    assertThat(store.reserveIds(3, 1)).isEqualTo(Store.FIRST_ID + 10);
    assertThat(store.reserveIds(65_535, 1)).isEqualTo(Store.FIRST_ID);
    reopen();
    assertThat(store.reserveIds(3, 1)).isEqualTo(Store.FIRST_ID + 11);
    assertThatThrownBy(() -> store.reserveIds(3, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void idCounterNeverDecreases() {
    assertThat(store.idsReserved(3)).isEqualTo(Store.FIRST_ID);
    store.raiseIds(3, 1_000);
    assertThat(store.idsReserved(3)).isEqualTo(1_000);
    store.raiseIds(3, 999);
    reopen();
    assertThat(store.reserveIds(3, 10)).isEqualTo(1_000);
    assertThat(store.idsReserved(3)).isEqualTo(1_010);
    assertThat(store.idsReserved(4)).isEqualTo(Store.FIRST_ID);
    store.raiseIds(4, Store.LAST_ID + 1);
    assertThatThrownBy(() -> store.reserveIds(4, 1)).isInstanceOf(StoreException.class);
    for (long bad : new long[] {Store.FIRST_ID - 1, Store.LAST_ID + 2}) {
      assertThatThrownBy(() -> store.raiseIds(3, bad)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void fullScansResumeAfterEachRow() {
    List<EntryKey> entries =
        List.of(key(0, 0, "a"), key(7, -1, "b"), key(-1, -1, "\u007f".repeat(255)));
    List<PartitionKey> partitions =
        List.of(
            new PartitionKey(0, 0, 0),
            new PartitionKey(3, 7, 1),
            new PartitionKey(65_535, -1, 65_535));
    List<StoredReply.Key> replies =
        List.of(
            new StoredReply.Key(0, 0, 0, 0),
            new StoredReply.Key(7, 1, 2, 3),
            new StoredReply.Key(-1, 65_535, -1, -1));
    List<Intent> intents =
        List.of(new Intent(0, 0, new byte[] {1}), new Intent(65_535, -1, new byte[300]));
    commit(
        store,
        batch -> {
          entries.forEach(key -> batch.putEntry(key, file(1)));
          partitions.forEach(key -> batch.putPartition(key, header(16)));
          replies.forEach(key -> batch.putReply(new StoredReply(key, new byte[] {1})));
          intents.forEach(batch::putIntent);
        });
    assertThat(
            AbstractStoreTest.<EntryKey>oneByOne(
                (after, last) -> store.scanAllEntries(after, (key, attributes) -> last.test(key))))
        .isEqualTo(entries);
    assertThat(
            AbstractStoreTest.<PartitionKey>oneByOne(
                (after, last) -> store.scanAllPartitions(after, (key, header) -> last.test(key))))
        .isEqualTo(partitions);
    assertThat(
            AbstractStoreTest.<StoredReply.Key>oneByOne(
                (after, last) -> store.scanAllReplies(after, reply -> last.test(reply.key()))))
        .isEqualTo(replies);
    assertThat(store.allIntents()).isEqualTo(intents);
  }

  /**
   * Returns the rows that a scan visits when each call stops at its first row and the next resumes
   * after it.
   */
  private static <K> List<K> oneByOne(BiConsumer<@Nullable K, Predicate<K>> scan) {
    List<K> seen = new ArrayList<>();
    int before;
    do {
      before = seen.size();
      K last = seen.isEmpty() ? null : seen.get(seen.size() - 1);
      scan.accept(last, key -> !seen.add(key));
    } while (seen.size() > before);
    return seen;
  }

  @Test
  void reopenKeepsAllRows() {
    UUID id = store.id();
    put(store, KEY, file(1));
    commit(store, batch -> batch.putIntent(new Intent(1, 2, new byte[] {3})));
    reopen();
    assertThat(store.id()).isEqualTo(id);
    assertThat(store.getEntry(KEY)).isEqualTo(file(1));
    assertThat(store.intents(1)).hasSize(1);
  }

  @Test
  void storeIsBoundToOneClusterPermanently() {
    UUID cluster = UUID.randomUUID();
    assertThat(store.clusterId()).isNull();
    store.bindToCluster(cluster);
    store.bindToCluster(cluster);
    reopen();
    assertThat(store.clusterId()).isEqualTo(cluster);
    UUID other = UUID.randomUUID();
    assertThatThrownBy(() -> store.bindToCluster(other))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.UNUSABLE))
        .hasMessageContaining(cluster.toString())
        .hasMessageContaining(other.toString());
    assertThat(store.clusterId()).isEqualTo(cluster);
  }

  @Test
  void extractAndInstallMoveARange() {
    EntryRange half = new EntryRange(7, Long.MIN_VALUE, -1);
    put(store, key(7, 1, "stays"), file(1));
    put(store, key(7, Long.MIN_VALUE, "moves"), file(2));
    put(store, key(7, -1, "moves too"), file(3));
    Map<EntryKey, Attributes> moved = entries(store, half);
    List<RangeFile> files = store.extract(half, directory.resolve("out")).files();
    assertThat(entries(store, half)).as("extract leaves the rows").isEqualTo(moved);
    commit(store, batch -> batch.deleteRange(half));
    assertThat(entries(store, WHOLE)).containsOnlyKeys(key(7, 1, "stays"));
    store.install(half, files);
    assertThat(entries(store, half)).isEqualTo(moved);
    assertThat(files).allSatisfy(file -> assertThat(file.path()).doesNotExist());
    reopen();
    assertThat(entries(store, half)).isEqualTo(moved);
    assertThat(entries(store, WHOLE)).hasSize(3);
  }

  @Test
  void smallRangeMovesWithoutFiles() {
    EntryRange half = new EntryRange(7, Long.MIN_VALUE, -1);
    put(store, key(7, 1, "stays"), file(1));
    put(store, key(7, Long.MIN_VALUE, "moves"), file(2));
    put(store, key(7, -1, "moves too"), file(3));
    Map<EntryKey, Attributes> moved = entries(store, half);
    List<StoredRow> rows = store.readRows(half, 1 << 10).orElseThrow();
    assertThat(store.readRows(half, 50)).isEmpty();
    commit(
        store,
        batch -> {
          batch.deleteRange(half);
          batch.putEntry(key(7, Long.MIN_VALUE + 1, "stray"), file(4));
        });

    store.writeRows(half, rows);
    assertThat(entries(store, half)).isEqualTo(moved);
    reopen();
    assertThat(entries(store, half)).isEqualTo(moved);
    assertThat(entries(store, WHOLE)).hasSize(3);

    store.writeRows(half, List.of());
    assertThat(entries(store, WHOLE)).containsOnlyKeys(key(7, 1, "stays"));
  }

  @Test
  void rowsOfAnotherRangeAreRefused() {
    put(store, key(7, 1, "stays"), file(1));
    List<StoredRow> rows = store.readRows(WHOLE, 1 << 10).orElseThrow();
    assertThatThrownBy(() -> store.writeRows(new EntryRange(7, 2, 3), rows))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(entries(store, WHOLE)).containsOnlyKeys(key(7, 1, "stays"));
  }

  @Test
  void installReplacesTheRangeAndIsIdempotent() throws IOException {
    put(store, key(7, 1, "moved"), file(1));
    put(store, key(7, 2, "moved"), file(2));
    List<RangeFile> files = store.extract(WHOLE, directory.resolve("out")).files();
    List<RangeFile> again = copies(files);
    commit(
        store,
        batch -> {
          batch.putEntry(key(7, 1, "moved"), file(9));
          batch.deleteEntry(key(7, 2, "moved"));
          batch.putEntry(key(7, 3, "older"), file(3));
          batch.putEntry(key(8, 3, "elsewhere"), file(4));
        });
    store.install(WHOLE, files);
    Map<EntryKey, Attributes> installed = entries(store, WHOLE);
    assertThat(installed)
        .containsExactly(
            Map.entry(key(7, 1, "moved"), file(1)), Map.entry(key(7, 2, "moved"), file(2)));
    store.install(WHOLE, again);
    assertThat(entries(store, WHOLE)).isEqualTo(installed);
    assertThat(store.getEntry(key(8, 3, "elsewhere"))).isEqualTo(file(4));
  }

  private List<RangeFile> copies(List<RangeFile> files) throws IOException {
    List<RangeFile> copies = new ArrayList<>();
    for (RangeFile file : files) {
      Path copy = directory.resolve("copy-" + file.family());
      copies.add(new RangeFile(file.family(), Files.copy(file.path(), copy)));
    }
    return copies;
  }

  @Test
  void emptyRangeHasNoFilesAndInstallsAsEmpty() {
    List<RangeFile> files = store.extract(WHOLE, directory.resolve("out")).files();
    assertThat(files).isEmpty();
    put(store, KEY, file(1));
    store.install(WHOLE, files);
    assertThat(entries(store, WHOLE)).isEmpty();
  }

  @Test
  void damagedFileIsRefusedBeforeAnyChange() throws IOException {
    put(store, KEY, file(1));
    List<RangeFile> files = store.extract(WHOLE, directory.resolve("out")).files();
    Path path = files.get(0).path();
    byte[] bytes = Files.readAllBytes(path);
    bytes[20] ^= 1;
    Files.write(path, bytes);
    put(store, KEY, file(2));
    assertThatThrownBy(() -> store.install(WHOLE, files))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(path.toString());
    assertThat(store.getEntry(KEY)).isEqualTo(file(2));
  }

  @Test
  void fileOfAnotherRangeIsRefusedBeforeAnyChange() {
    put(store, KEY, file(1));
    put(store, key(8, 1, "kept"), file(2));
    List<RangeFile> files = store.extract(WHOLE, directory.resolve("out")).files();
    assertThatThrownBy(() -> store.install(EntryRange.of(8), files))
        .isInstanceOf(StoreException.class);
    assertThat(store.getEntry(key(8, 1, "kept"))).isEqualTo(file(2));
  }

  @Test
  void fileOfNonTransferableFamilyIsRefused() {
    RangeFile file = new RangeFile("meta", directory.resolve("file"));
    assertThatThrownBy(() -> store.install(WHOLE, List.of(file)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void closeIsIdempotentAndLaterCallsFail() {
    store.close();
    store.close();
    assertThatThrownBy(() -> store.getEntry(KEY)).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> put(store, KEY, file(1))).isInstanceOf(StoreException.class);
  }

  @Test
  void statisticsCountEntries() {
    put(store, KEY, file(1));
    store.sync();
    assertThat(store.statistics().estimatedEntries()).isEqualTo(1);
  }
}
