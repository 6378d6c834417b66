package io.gigafs.tablefs.store;

import static io.gigafs.tablefs.store.Fixture.entries;
import static io.gigafs.tablefs.store.Fixture.file;
import static io.gigafs.tablefs.store.Fixture.key;
import static io.gigafs.tablefs.store.Fixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.StoreHealth;
import io.gigafs.tablefs.StoreHealth.Problem;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.engine.rocksdb.NativeHandles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests how a store opens and reads when table and blob files of its database are damaged,
 * truncated or missing.
 */
final class DamagedFileTest {
  private static final int ENTRIES = 100_000;
  private static final EntryRange WHOLE = EntryRange.of(7);
  private static final EntryKey LARGE = key(9, 1, "large");
  private static final long POLL_NANOS = 20_000_000;

  @TempDir Path directory;

  private Store open() {
    return open(false);
  }

  private Store open(boolean acceptsLoss) {
    return Stores.open(
        StoreSettings.builder(directory)
            .acceptsLoss(acceptsLoss)
            .writeBufferBytes(1 << 20)
            .blockCacheBytes(1 << 20)
            .build());
  }

  private static EntryKey nth(int n) {
    return key(7, (long) n << 32, "name" + n);
  }

  @BeforeEach
  void makeStore() {
    try (Store store = open()) {
      Fixture.commit(
          store,
          batch -> {
            for (int n = 0; n < ENTRIES; n++) {
              batch.putEntry(nth(n), file(n));
            }
          });
    }
    open().close(); // which writes the log's rows to tables
  }

  @AfterEach
  void nothingStaysOpen() {
    assertThat(NativeHandles.open()).as("open native handles").isZero();
  }

  private Path largestTable() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("db"))) {
      return files
          .filter(file -> file.toString().endsWith(".sst"))
          .max(Comparator.comparingLong(file -> file.toFile().length()))
          .orElseThrow();
    }
  }

  private static void damage(Path table) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(table.toFile(), "rw")) {
      file.seek(file.length() / 2);
      file.write(new byte[64]);
    }
  }

  /** Returns the number of readable entries. The error of each other entry must name the table. */
  private static int readable(Store store, Path table) {
    int readable = 0;
    for (int n = 0; n < ENTRIES; n++) {
      try {
        assertThat(store.getEntry(nth(n))).isEqualTo(file(n));
        readable++;
      } catch (StoreException e) {
        assertThat(e.kind()).isEqualTo(Kind.DAMAGED);
        assertThat(e).hasMessageContaining(table.toString());
      }
    }
    return readable;
  }

  @Test
  void damagedBlockIsReportedAndOtherRowsAreServed() throws IOException {
    Path table = largestTable();
    damage(table);
    try (Store store = open()) {
      int readable = readable(store, table);
      assertThat(readable).isLessThan(ENTRIES).isGreaterThan(ENTRIES * 9 / 10);
      assertThatThrownBy(() -> entries(store, WHOLE)).isInstanceOf(StoreException.class);
      assertThat(store.health().problems())
          .singleElement()
          .satisfies(
              problem -> {
                assertThat(problem.kind()).isEqualTo(StoreHealth.Kind.DAMAGED);
                assertThat(problem.cause()).contains(table.toString());
              });
      put(store, key(8, 1, "new"), file(1));
      assertThat(store.getEntry(key(8, 1, "new"))).isEqualTo(file(1));
    }
  }

  /** A background merge of tables meets the damage sooner or later. */
  @Test
  void writesContinueAfterBackgroundMergeFindsDamage() throws IOException {
    Path table = largestTable();
    damage(table);
    try (Store store = open()) {
      boolean failed = false;
      for (int round = 0; !failed || isFailed(store); round++) {
        try {
          for (int n = round; n < ENTRIES; n += 100) {
            put(store, nth(n), file(n));
          }
        } catch (StoreException e) {
          failed = true;
          LockSupport.parkNanos(POLL_NANOS);
        }
      }
      put(store, key(8, 1, "new"), file(1));
      assertThat(store.health().problems())
          .extracting(Problem::kind)
          .containsOnly(StoreHealth.Kind.DAMAGED);
    }
  }

  private static boolean isFailed(Store store) {
    return store.health().problems().stream()
        .anyMatch(problem -> problem.kind() == StoreHealth.Kind.FAILED);
  }

  @Test
  void truncatedTablePreventsOpening() throws IOException {
    Path table = largestTable();
    try (RandomAccessFile file = new RandomAccessFile(table.toFile(), "rw")) {
      file.setLength(file.length() - 1);
    }
    assertUnusable(table);
  }

  @Test
  void missingTablePreventsOpening() throws IOException {
    Path table = largestTable();
    Files.delete(table);
    assertUnusable(table);
  }

  @Test
  void acceptedLossDropsAMissingTable() throws IOException {
    Path table = largestTable();
    Files.delete(table);
    assertAllElseIsServed(table);
  }

  @Test
  void acceptedLossDropsATruncatedTable() throws IOException {
    Path table = largestTable();
    try (RandomAccessFile file = new RandomAccessFile(table.toFile(), "rw")) {
      file.setLength(file.length() - 1);
    }
    assertAllElseIsServed(table);
  }

  /**
   * An accepted loss is reported at each start without asking again. Once an operator settles the
   * losses, the store is healthy.
   */
  private void assertAllElseIsServed(Path table) {
    for (int start = 0; start < 2; start++) {
      try (Store store = start == 0 ? open(true) : open()) {
        assertThatThrownBy(() -> entries(store, WHOLE)).isInstanceOf(StoreException.class);
        put(store, key(8, 2, "new" + start), file(1));
        assertThat(store.health().problems())
            .anySatisfy(
                problem -> {
                  assertThat(problem.kind()).isEqualTo(StoreHealth.Kind.LOST);
                  assertThat(problem.cause()).contains(String.valueOf(table.getFileName()));
                });
        if (start == 1) {
          store.settleLosses();
          assertThat(store.health().problems()).isEmpty();
          assertLeft(store);
        }
      }
    }
    try (Store store = open()) {
      assertThat(store.health().problems()).isEmpty();
      assertLeft(store);
      assertThat(store.getEntry(key(8, 2, "new0"))).isEqualTo(file(1));
      assertThat(store.getEntry(key(8, 2, "new1"))).isEqualTo(file(1));
      for (int n = 0; n < ENTRIES; n += 10) {
        put(store, nth(n), file(n));
        assertThat(store.getEntry(nth(n))).isEqualTo(file(n));
      }
    }
  }

  /** Asserts that some rows are gone and all others are unchanged. */
  private static void assertLeft(Store store) {
    var left = entries(store, WHOLE);
    assertThat(left).hasSizeLessThan(ENTRIES);
    for (int n = 0; n < ENTRIES; n++) {
      var found = store.getEntry(nth(n));
      assertThat(found).isIn(file(n), null);
      assertThat(left.get(nth(n))).isEqualTo(found);
    }
  }

  @Test
  void missingBlobFilePreventsOpening() throws IOException {
    Path blobs = makeBlobs();
    Files.delete(blobs);
    assertUnusable(blobs);
    assertBlobsAreGivenUp(blobs);
  }

  @Test
  void truncatedBlobFilePreventsOpening() throws IOException {
    Path blobs = makeBlobs();
    try (RandomAccessFile file = new RandomAccessFile(blobs.toFile(), "rw")) {
      file.setLength(file.length() / 2);
    }
    assertUnusable(blobs);
    assertBlobsAreGivenUp(blobs);
  }

  private Path makeBlobs() throws IOException {
    byte[] bytes = new byte[20_000];
    new Random(1).nextBytes(bytes);
    try (Store store = open()) {
      Fixture.commit(
          store,
          batch -> {
            batch.putEntry(LARGE, file(1));
            batch.putInline(LARGE, bytes);
          });
    }
    open().close();
    try (Stream<Path> files = Files.list(directory.resolve("db"))) {
      return files.filter(file -> file.toString().endsWith(".blob")).findFirst().orElseThrow();
    }
  }

  private void assertBlobsAreGivenUp(Path blobs) {
    for (int start = 0; start < 2; start++) {
      try (Store store = start == 0 ? open(true) : open()) {
        assertThat(store.getEntry(nth(1))).isEqualTo(file(1));
        assertThatThrownBy(() -> store.getInline(LARGE)).isInstanceOf(StoreException.class);
        assertThat(store.health().problems())
            .extracting(Problem::kind)
            .contains(StoreHealth.Kind.LOST, StoreHealth.Kind.DAMAGED);
        assertThat(store.health().problems())
            .anySatisfy(problem -> assertThat(problem.cause()).contains(blobs.toString()));
        if (start == 1) {
          store.settleLosses();
          assertBytesAreGone(store);
        }
      }
    }
    try (Store store = open()) {
      assertBytesAreGone(store);
      Fixture.commit(store, batch -> batch.putInline(LARGE, new byte[] {1, 2, 3, 4, 5}));
      assertThat(store.getInline(LARGE)).hasSize(5);
    }
  }

  /** Asserts that the lost bytes read as zeros. */
  private static void assertBytesAreGone(Store store) {
    assertThat(store.health().problems()).isEmpty();
    assertThat(store.getEntry(LARGE)).isEqualTo(file(1));
    assertThat(store.getInline(LARGE)).containsExactly(0, 0, 0, 0, 0);
    assertThat(entries(store, WHOLE)).hasSize(ENTRIES);
  }

  private void assertUnusable(Path table) {
    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNUSABLE))
        .hasMessageContaining(String.valueOf(table.getFileName()))
        .hasMessageContaining("checkpoint");
  }
}
