package io.gigafs.tablefs.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.engine.rocksdb.NativeHandles;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import io.gigafs.tablefs.schema.Keys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the contract of {@link Engine}. Keys start with the directory of {@link #ALL}. */
public abstract class AbstractEngineTest {
  protected static final KeyRange ALL = Keys.entries(EntryRange.of(7));
  private static final byte[] BEFORE_ALL = new byte[Long.BYTES];

  @TempDir protected Path directory;
  protected Engine engine;
  private final WriteRecords records = new WriteRecords();

  /** Opens the engine on the data of the previous one. */
  protected abstract Engine open();

  @BeforeEach
  void openEngine() {
    engine = open();
  }

  @AfterEach
  void closeEngine() {
    engine.close();
    assertThat(NativeHandles.open()).as("open native handles").isZero();
  }

  protected static byte[] key(int... suffix) {
    byte[] key = new byte[Long.BYTES + suffix.length];
    key[Long.BYTES - 1] = 7;
    for (int i = 0; i < suffix.length; i++) {
      key[Long.BYTES + i] = (byte) suffix[i];
    }
    return key;
  }

  protected static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  protected void put(byte[] key, String value) {
    records.clear();
    records.put(Family.ENTRIES, key, text(value));
    engine.write(records, false);
  }

  private @Nullable String get(Family family, byte[] key) {
    byte[] value = new byte[100];
    int length = engine.get(family, key, value);
    return length == Engine.NOT_FOUND ? null : new String(value, 0, length, StandardCharsets.UTF_8);
  }

  protected @Nullable String get(byte[] key) {
    return get(Family.ENTRIES, key);
  }

  private static List<String> rows(Cursor cursor) {
    List<String> rows = new ArrayList<>();
    try (cursor) {
      while (cursor.next()) {
        String key = HexFormat.of().formatHex(cursor.key(), Long.BYTES, cursor.key().length);
        byte[] value = Arrays.copyOf(cursor.value(), cursor.valueLength());
        rows.add(key + "=" + new String(value, StandardCharsets.UTF_8));
      }
    }
    return rows;
  }

  private List<String> rows() {
    return rows(engine.scan(Family.ENTRIES, ALL));
  }

  @Test
  void missingKeyIsNotFound() {
    assertThat(get(key(1))).isNull();
  }

  @Test
  void putIsReadBackAndReplaced() {
    put(key(1), "one");
    put(key(1), "two");
    put(key(2), "");
    assertThat(get(key(1))).isEqualTo("two");
    assertThat(get(key(2))).isEmpty();
  }

  @Test
  void bulkReadKeepsTheOrderOfKeys() {
    put(key(1), "one");
    put(key(3), "x".repeat(5_000));
    put(key(2), "");
    List<byte[]> keys = List.of(key(3), key(9), key(2), key(1), key(3));
    assertThat(engine.getAll(Family.ENTRIES, keys).stream().map(this::textOf))
        .containsExactly("x".repeat(5_000), null, "", "one", "x".repeat(5_000));
    assertThat(engine.getAll(Family.INLINE, keys)).containsOnlyNulls();
    assertThat(engine.getAll(Family.ENTRIES, List.of())).isEmpty();
  }

  private @Nullable String textOf(byte @Nullable [] value) {
    return value == null ? null : new String(value, StandardCharsets.UTF_8);
  }

  @Test
  void valueLongerThanBufferReportsItsLength() {
    put(key(1), "123456");
    byte[] value = new byte[4];
    assertThat(engine.get(Family.ENTRIES, key(1), value)).isEqualTo(6);
    assertThat(value).isEqualTo(text("1234"));
  }

  @Test
  void familiesAreSeparate() {
    records.put(Family.INLINE, key(1), text("inline"));
    records.put(Family.META, key(1), text("meta"));
    engine.write(records, false);
    assertThat(get(Family.INLINE, key(1))).isEqualTo("inline");
    assertThat(get(Family.META, key(1))).isEqualTo("meta");
    assertThat(get(key(1))).isNull();
  }

  @Test
  void recordsApplyInOrder() {
    put(key(1), "old");
    records.clear();
    records.put(Family.ENTRIES, key(2), text("gone"));
    records.deleteRange(Family.ENTRIES, ALL);
    records.put(Family.ENTRIES, key(3), text("a"));
    records.put(Family.ENTRIES, key(3), text("b"));
    records.put(Family.ENTRIES, key(4), text("c"));
    records.delete(Family.ENTRIES, key(4));
    engine.write(records, true);
    assertThat(rows()).containsExactly("03=b");
  }

  @Test
  void scanReturnsTheRangeInUnsignedOrder() {
    put(key(0x80), "c");
    put(key(0x7f, 0xff), "b");
    put(key(1), "a");
    put(key(0xff, 0xff), "d");
    put(BEFORE_ALL, "before");
    byte[] behind = BEFORE_ALL.clone();
    behind[Long.BYTES - 1] = 8;
    put(behind, "behind");
    assertThat(rows()).containsExactly("01=a", "7fff=b", "80=c", "ffff=d");
  }

  @Test
  void emptyScanStaysEmpty() {
    try (Cursor cursor = engine.scan(Family.ENTRIES, ALL)) {
      assertThat(cursor.next()).isFalse();
      assertThat(cursor.next()).isFalse();
    }
  }

  @Test
  void scanReadsASnapshot() {
    put(key(1), "a");
    try (Cursor cursor = engine.scan(Family.ENTRIES, ALL)) {
      put(key(1), "b");
      put(key(2), "c");
      assertThat(rows(cursor)).containsExactly("01=a");
    }
  }

  @Test
  void snapshotCoversAllFamilies() {
    put(key(1), "a");
    try (Snapshot snapshot = engine.snapshot()) {
      records.clear();
      records.deleteRange(Family.ENTRIES, ALL);
      records.put(Family.INLINE, key(1), text("late"));
      engine.write(records, false);
      assertThat(rows(snapshot.scan(Family.ENTRIES, ALL))).containsExactly("01=a");
      assertThat(rows(snapshot.scan(Family.INLINE, ALL))).isEmpty();
    }
    assertThat(rows()).isEmpty();
  }

  @Test
  void cursorReadsLongKeysAndValues() {
    byte[] longKey = Arrays.copyOf(key(1), 600);
    String longValue = "v".repeat(100_000);
    put(longKey, longValue);
    try (Cursor cursor = engine.scan(Family.ENTRIES, ALL)) {
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.key()).isEqualTo(longKey);
      assertThat(cursor.valueLength()).isEqualTo(longValue.length());
      assertThat(Arrays.copyOf(cursor.value(), cursor.valueLength())).isEqualTo(text(longValue));
    }
  }

  @Test
  void syncedRowsSurviveReopen() {
    put(key(1), "a");
    engine.sync();
    engine.close();
    engine = open();
    assertThat(rows()).containsExactly("01=a");
  }

  @Test
  void sortedFileMovesRows() {
    put(key(1), "a");
    put(key(0x90), "b");
    Path file = directory.resolve("file");
    assertThat(writeSortedFile(file)).isEqualTo(2);
    records.clear();
    records.delete(Family.ENTRIES, key(1));
    records.put(Family.ENTRIES, key(0x90), text("newer, to be replaced"));
    records.put(Family.ENTRIES, key(0x91), text("stays"));
    engine.write(records, false);
    engine.checkSortedFile(file, ALL, false);
    engine.ingest(Family.ENTRIES, ALL, file);
    assertThat(rows()).containsExactly("01=a", "90=b", "91=stays");
  }

  @Test
  void newSortedFileReplacesTheOlderFile() {
    Path file = directory.resolve("file");
    put(key(1), "a");
    writeSortedFile(file);
    put(key(1), "b");
    writeSortedFile(file);
    engine.ingest(Family.ENTRIES, ALL, file);
    assertThat(rows()).containsExactly("01=b");
  }

  @Test
  void emptyRangeWritesNoSortedFile() {
    Path file = directory.resolve("file");
    assertThat(writeSortedFile(file)).isZero();
    assertThat(file).doesNotExist();
  }

  @Test
  void damagedSortedFileIsRefused() throws IOException {
    for (int i = 0; i < 100; i++) {
      put(key(i), "value " + i);
    }
    Path file = directory.resolve("file");
    writeSortedFile(file);
    byte[] bytes = Files.readAllBytes(file);
    bytes[40] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(() -> engine.checkSortedFile(file, ALL, false))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("damaged");
  }

  @Test
  void sortedFileOfAnotherRangeIsRefused() {
    put(key(1), "a");
    Path file = directory.resolve("file");
    writeSortedFile(file);
    KeyRange other = Keys.entries(EntryRange.of(8));
    assertThatThrownBy(() -> engine.checkSortedFile(file, other, false))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("range");
  }

  @Test
  void sortedFileInMissingDirectoryFails() {
    put(key(1), "a");
    assertThatThrownBy(() -> writeSortedFile(directory.resolve("no/such/file")))
        .isInstanceOf(StoreException.class);
  }

  private long writeSortedFile(Path file) {
    try (Cursor cursor = engine.scan(Family.ENTRIES, ALL)) {
      return engine.writeSortedFile(file, cursor);
    }
  }

  @Test
  void closedEngineRefusesCalls() {
    engine.close();
    engine.close();
    assertThatThrownBy(() -> get(key(1)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> put(key(1), "a")).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> engine.scan(Family.ENTRIES, ALL)).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> engine.snapshot()).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> engine.sync()).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> engine.statistics()).isInstanceOf(StoreException.class);
  }

  @Test
  void statisticsReportEntriesAndFreeBytes() {
    put(key(1), "a");
    assertThat(engine.statistics().estimatedEntries()).isEqualTo(1);
    assertThat(engine.statistics().freeBytes()).isPositive();
  }

  /** No reader may see a part of a write. */
  @Test
  void writesAreAtomicForOtherThreads() throws InterruptedException {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread writer = new Thread(() -> writePairs(300), "writer");
    writer.setUncaughtExceptionHandler((thread, e) -> failure.set(e));
    writer.start();
    do {
      List<String> seen = rows();
      assertThat(seen.size()).isIn(0, 2);
      if (seen.size() == 2) {
        assertThat(seen.get(0).substring(3)).isEqualTo(seen.get(1).substring(3));
      }
    } while (writer.isAlive());
    writer.join();
    assertThat(failure.get()).isNull();
  }

  private void writePairs(int count) {
    WriteRecords pair = new WriteRecords();
    for (int i = 0; i < count; i++) {
      pair.clear();
      pair.put(Family.ENTRIES, key(1), text("v" + i));
      pair.put(Family.ENTRIES, key(2), text("v" + i));
      engine.write(pair, false);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12})
  void behavesAsASortedMap(long seed) {
    Random random = new Random(seed);
    NavigableMap<byte[], String> model = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 0; i < 1_500; i++) {
      records.clear();
      for (int j = random.nextInt(4); j >= 0; j--) {
        addRandomRecord(random, model);
      }
      engine.write(records, false);
      if (i % 50 == 0) {
        assertThat(rows()).as("seed %d, step %d", seed, i).isEqualTo(rowsOf(model));
      }
      byte[] asked = randomKey(random);
      assertThat(get(asked)).as("seed %d, step %d", seed, i).isEqualTo(model.get(asked));
    }
  }

  private void addRandomRecord(Random random, NavigableMap<byte[], String> model) {
    byte[] key = randomKey(random);
    switch (random.nextInt(10)) {
      case 0 -> {
        long first = random.nextLong();
        long most = Long.MAX_VALUE >>> random.nextInt(10);
        long last = first + most;
        EntryRange range =
            Long.compareUnsigned(first, last) <= 0
                ? new EntryRange(7, first, last)
                : new EntryRange(7, first, -1);
        KeyRange keys = Keys.entries(range);
        records.deleteRange(Family.ENTRIES, keys);
        model.subMap(keys.first(), keys.end()).clear();
      }
      case 1, 2, 3 -> {
        records.delete(Family.ENTRIES, key);
        model.remove(key);
      }
      default -> {
        String value = "v" + random.nextInt(1_000);
        records.put(Family.ENTRIES, key, text(value));
        model.put(key, value);
      }
    }
  }

  private static byte[] randomKey(Random random) {
    return random.nextBoolean()
        ? key(1 + random.nextInt(255))
        : key(1 + random.nextInt(255), random.nextInt(2));
  }

  private static List<String> rowsOf(Map<byte[], String> model) {
    List<String> rows = new ArrayList<>();
    model.forEach(
        (key, value) ->
            rows.add(HexFormat.of().formatHex(key, Long.BYTES, key.length) + "=" + value));
    return rows;
  }
}
