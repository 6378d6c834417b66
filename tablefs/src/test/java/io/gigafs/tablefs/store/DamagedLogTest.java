package io.gigafs.tablefs.store;

import static io.gigafs.tablefs.store.Fixture.commit;
import static io.gigafs.tablefs.store.Fixture.file;
import static io.gigafs.tablefs.store.Fixture.key;
import static io.gigafs.tablefs.store.Fixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.Attached.Attachment;
import io.gigafs.tablefs.Batch;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process that has a store open, then damages or removes its log, write mark or staging
 * file before the next start.
 */
@Timeout(120)
final class DamagedLogTest {
  private static final int HALTED = 37;
  private static final int FILES = 400;
  private static final EntryRange RANGE = EntryRange.of(7);
  private static final EntryKey OPEN = key(8, 1, "open");
  private static final byte[] HELD = {1};

  /** Layout of the write mark: the boot in two words, then the last synced record. */
  private static final int BOOT_OFFSET = 0;

  private static final int WORD_BYTES = 8;

  @TempDir static Path made;
  @TempDir Path parent;

  private Path directory;
  private Path log;
  private Path mark;

  @BeforeAll
  static void killAProcess() throws Exception {
    try (TestProcess child = TestProcess.start(Writer.class, made.resolve("store"))) {
      assertThat(child.readLine()).isEqualTo("acknowledged");
      assertThat(child.waitFor()).isEqualTo(HALTED);
    }
  }

  /** Creates files, syncs after half of them and exits without closing the store. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) throws IOException {
      Store store = Stores.open(StoreSettings.of(Path.of(arguments[0])));
      for (int n = 0; n < FILES; n++) {
        put(store, nth(n), file(n));
        if (n == FILES / 2) {
          store.sync();
        }
      }
      commit(store, batch -> batch.putAttached(Attachment.HOLD, OPEN, HELD, HELD));
      TestProcess.say("acknowledged");
      Runtime.getRuntime().halt(HALTED);
    }
  }

  private static EntryKey nth(int n) {
    return key(7, (long) n << 32, "name" + n);
  }

  @BeforeEach
  void copy() throws IOException {
    directory = parent.resolve("store");
    try (Stream<Path> files = Files.walk(made.resolve("store"))) {
      for (Path file : files.toList()) {
        Files.copy(file, directory.resolve(made.resolve("store").relativize(file).toString()));
      }
    }
    try (Stream<Path> files = Files.list(directory.resolve("db"))) {
      log = files.filter(file -> file.toString().endsWith(".log")).findFirst().orElseThrow();
    }
    mark = directory.resolve("db").resolve("WRITTEN");
  }

  @AfterEach
  void nothingStaysOpen() {
    assertThat(NativeHandles.open()).as("open native handles").isZero();
  }

  private Store open() {
    return Stores.open(StoreSettings.of(directory));
  }

  private Store openWithLoss() {
    return Stores.open(StoreSettings.builder(directory).acceptsLoss(true).build());
  }

  private void assertWhole() {
    try (Store store = open()) {
      assertThat(store.countEntries(RANGE).entries()).isEqualTo(FILES);
      Batch batch = store.newBatch();
      assertThat(batch.getAttached(Attachment.HOLD, OPEN, HELD)).isEqualTo(HELD);
      assertThat(store.health().isGood()).isTrue();
    }
  }

  /** Asserts that each open is refused and leaves all files unchanged. */
  private void assertRefused(String... words) throws IOException {
    assertRefused(file -> true, words);
  }

  private void assertRefused(Predicate<String> stays, String... words) throws IOException {
    Map<String, String> before = files(stays);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(this::open)
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNUSABLE))
          .hasMessageContainingAll(words)
          .hasMessageContaining("checkpoint")
          .hasMessageContaining("--accept-loss");
      assertThat(files(stays)).isEqualTo(before);
    }
  }

  private Map<String, String> files(Predicate<String> wanted) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> found = Files.walk(directory)) {
      for (Path path : found.filter(Files::isRegularFile).toList()) {
        if (!wanted.test(path.toString())) {
          continue;
        }
        files.put(
            path.toString(),
            Files.size(path) + " bytes of hash " + Arrays.hashCode(Files.readAllBytes(path)));
      }
    }
    return files;
  }

  /**
   * Opens the store with accepted loss. Each start reports the loss until an operator settles it.
   */
  private long entriesAfterLoss() {
    long entries;
    try (Store store = openWithLoss()) {
      entries = store.countEntries(RANGE).entries();
      put(store, key(9, 1, "new"), file(1));
      assertThat(store.health().problems())
          .extracting(Problem::kind)
          .containsExactly(StoreHealth.Kind.LOST);
    }
    try (Store store = open()) {
      assertThat(store.countEntries(RANGE).entries()).isEqualTo(entries);
      assertThat(store.getEntry(key(9, 1, "new"))).isEqualTo(file(1));
      Problem lost = store.health().problems().get(0);
      assertThat(lost.kind()).isEqualTo(StoreHealth.Kind.LOST);
      assertThat(lost.sinceMillis()).isPositive();
      store.settleLosses();
      assertThat(store.health().isGood()).isTrue();
    }
    try (Store store = open()) {
      assertThat(store.health().isGood()).isTrue();
    }
    return entries;
  }

  private static void flip(Path file, long at, int bytes) throws IOException {
    try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
      for (long i = at; i < at + bytes; i++) {
        opened.seek(i);
        int flipped = opened.read() ^ 0xff;
        opened.seek(i);
        opened.write(flipped);
      }
    }
  }

  private static void cut(Path file, long to) throws IOException {
    try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
      opened.setLength(to);
    }
  }

  /** Rewrites the mark as if the machine had rebooted. */
  private void reboot() throws IOException {
    Files.write(mark, withOtherBoot(Files.readAllBytes(mark)));
  }

  private static byte[] withOtherBoot(byte[] words) {
    Arrays.fill(words, BOOT_OFFSET, BOOT_OFFSET + 2 * WORD_BYTES, (byte) 0);
    return words;
  }

  @Test
  void storeOpensAfterProcessKill() {
    assertWhole();
  }

  @Test
  void damageInTheMiddleIsRefused() throws IOException {
    flip(log, Files.size(log) / 2, 16);
    assertRefused(log.toString(), "damaged at byte ", "rows ", " bytes");
    long entries = entriesAfterLoss();
    assertThat(entries).isBetween(FILES / 4L, FILES * 3L / 4);
    assertThat(directory.resolve("damaged").resolve(String.valueOf(log.getFileName()))).exists();
  }

  @Test
  void damagedLastRecordIsRefused() throws IOException {
    flip(log, Files.size(log) - 1, 1);
    assertRefused(log.toString(), "damaged at byte ");
    assertThat(entriesAfterLoss()).isEqualTo(FILES);
  }

  @Test
  void missingLogIsRefused() throws IOException {
    Files.delete(log);
    assertRefused(String.valueOf(log.getFileName()), "missing", "rows");
    assertThat(entriesAfterLoss()).isZero();
  }

  @Test
  void truncatedLogIsRefused() throws IOException {
    cut(log, Files.size(log) / 2);
    assertRefused(log.toString(), "rows");
    assertThat(entriesAfterLoss()).isBetween(FILES / 4L, FILES * 3L / 4);
  }

  @Test
  void emptyLogIsRefused() throws IOException {
    cut(log, 0);
    assertRefused("cut short", "rows");
    assertThat(entriesAfterLoss()).isZero();
  }

  /** The process crashed while it wrote a record that it had not acknowledged. */
  @Test
  void tornLastRecordIsIgnored() throws IOException {
    byte[] bytes = Files.readAllBytes(log);
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
      file.seek(bytes.length);
      file.write(bytes, 0, 30);
    }
    assertWhole();
  }

  @Test
  void lossOfUnsyncedWritesAfterRebootIsAccepted() throws IOException {
    reboot();
    cut(log, Files.size(log) * 3 / 4);
    try (Store store = open()) {
      assertThat(store.countEntries(RANGE).entries()).isBetween(FILES / 2L, FILES - 1L);
      assertThat(store.health().isGood()).isTrue();
    }
  }

  @Test
  void lossOfSyncedWritesAfterRebootIsRefused() throws IOException {
    reboot();
    cut(log, Files.size(log) / 4);
    assertRefused(log.toString(), "rows");
  }

  @Test
  void damageInTheMiddleIsRefusedWithoutAMark() throws IOException {
    Files.delete(mark);
    Path marker = directory.resolve("STORE");
    Files.write(
        marker,
        Files.readAllLines(marker).stream().filter(line -> !line.equals("marked")).toList());
    flip(log, Files.size(log) / 2, 16);
    assertRefused(log.toString(), "damaged at byte ");
  }

  @Test
  void storeOfEarlierVersionGetsAMark() throws IOException {
    Files.delete(mark);
    Path marker = directory.resolve("STORE");
    Files.write(
        marker,
        Files.readAllLines(marker).stream().filter(line -> !line.equals("marked")).toList());
    assertWhole();
    assertThat(Files.readAllLines(marker)).contains("marked");
    assertThat(mark).exists();
  }

  @Test
  void missingMarkIsRefused() throws IOException {
    Files.delete(mark);
    assertThatThrownBy(this::open).hasMessageContainingAll(mark.toString(), "missing");
    assertThat(entriesAfterLoss()).isEqualTo(FILES);
  }

  @Test
  void damagedMarkIsRefused() throws IOException {
    flip(mark, 2 * WORD_BYTES, 1);
    assertRefused(mark.toString(), "damaged");
    assertThat(entriesAfterLoss()).isEqualTo(FILES);
  }

  @Test
  void missingLogAfterCleanStopIsRefused() throws IOException {
    try (Store store = open()) {
      put(store, key(7, 3, "later"), file(1));
    }
    for (Path each : logs()) {
      Files.delete(each);
    }
    assertRefused("missing");
  }

  /** The last readable record is the newest one, so only RocksDB notices the missing log. */
  @Test
  void missingOlderLogIsRefused() throws IOException {
    try (Store store =
        Stores.open(StoreSettings.builder(directory).writeBufferBytes(1 << 20).build())) {
      put(store, key(7, 2, "in the first log"), file(1));
      byte[] bytes = new byte[64 << 10];
      for (int n = 0; logs().size() < 2; n++) {
        EntryKey key = key(9, (long) n << 32, "large" + n);
        commit(store, batch -> batch.putInline(key, bytes));
      }
      store.sync();
      put(store, key(7, 3, "in the second"), file(1));
    }
    Files.delete(logs().get(0));
    // RocksDB looked for the log and wrote the result to its own LOG.
    assertRefused(file -> !file.contains("/db/LOG"), "Missing WAL", "damaged");
    for (boolean isAccepted : new boolean[] {true, false}) {
      try (Store store = isAccepted ? openWithLoss() : open()) {
        assertThat(store.countEntries(RANGE).entries()).isEqualTo(FILES + 1);
        assertThat(store.health().problems())
            .extracting(Problem::kind)
            .contains(StoreHealth.Kind.LOST);
      }
    }
  }

  private List<Path> logs() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("db"))) {
      return files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
    }
  }

  @Test
  void missingStagingFileIsRefused() throws IOException {
    Files.delete(directory.resolve("nursery"));
    assertRefused("nursery", "missing");
    assertThat(entriesAfterLoss()).isEqualTo(FILES);
  }

  @Test
  void damagedStagingFileIsRefused() throws IOException {
    Path staging = directory.resolve("nursery");
    byte[] bytes = Files.readAllBytes(staging);
    int cell = 4_096;
    while (Arrays.equals(bytes, cell, cell + WORD_BYTES, new byte[WORD_BYTES], 0, WORD_BYTES)) {
      cell += 256;
    }
    flip(staging, cell + 30, 1);
    assertRefused("nursery", "1 damaged slot");
    assertThat(entriesAfterLoss()).isEqualTo(FILES);
  }

  @Test
  void missingStagingFileIsIgnoredAfterCleanStop() throws IOException {
    open().close();
    Files.delete(directory.resolve("nursery"));
    assertThatCode(() -> open().close()).doesNotThrowAnyException();
  }
}
