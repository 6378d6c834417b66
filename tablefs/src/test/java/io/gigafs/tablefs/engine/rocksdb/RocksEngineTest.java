package io.gigafs.tablefs.engine.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.engine.AbstractEngineTest;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.EngineGate;
import io.gigafs.tablefs.engine.LossRecords;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import io.gigafs.tablefs.schema.Keys;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** Runs the engine tests over RocksDB, and tests its log, cursors, recovery and flushes. */
final class RocksEngineTest extends AbstractEngineTest {
  private static final int DELETED_ROWS = 30_000;
  private static final long POLL_MILLIS = 20;
  private static final KeyRange RANGE = Keys.entries(EntryRange.of(7));

  @Override
  protected Engine open() {
    Path database = directory.resolve("db");
    StoreSettings settings = StoreSettings.builder(directory).writeBufferBytes(1 << 20).build();
    return Files.exists(database)
        ? RocksEngine.open(database, settings, false, LossRecords.NONE)
        : RocksEngine.create(database, settings);
  }

  /**
   * The layout belongs to RocksDB. If RocksDB changes it, this test fails before any store does.
   */
  @Test
  void recordsHaveTheLayoutOfAWriteBatch() throws RocksDBException {
    byte[] longKey = new byte[300];
    byte[] longValue = new byte[20_000];
    WriteRecords records = new WriteRecords();
    records.put(Family.ENTRIES, key(1), text("value"));
    records.put(Family.META, longKey, longValue);
    records.delete(Family.REPLIES, key(2));
    records.deleteRange(Family.XATTRS, RANGE);
    try (Families families = new Families(directory.resolve("other"));
        WriteBatch batch = new WriteBatch()) {
      batch.put(families.get(Family.ENTRIES), key(1), text("value"));
      batch.put(families.get(Family.META), longKey, longValue);
      batch.delete(families.get(Family.REPLIES), key(2));
      batch.deleteRange(families.get(Family.XATTRS), RANGE.first(), RANGE.end());
      assertThat(records.toByteArray()).isEqualTo(batch.data());
      assertThat(records.size()).isEqualTo(batch.count());
    }
  }

  /** Opens a database of all families to get handles with their ids. */
  private static final class Families implements AutoCloseable {
    private final Map<Integer, ColumnFamilyHandle> byNumber = new TreeMap<>();
    private final DBOptions options =
        new DBOptions().setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
    private final RocksDB database;

    Families(Path path) throws RocksDBException {
      List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
      descriptors.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY));
      for (Family family : Family.values()) {
        descriptors.add(new ColumnFamilyDescriptor(text(family.label())));
      }
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      database = RocksDB.open(options, path.toString(), descriptors, handles);
      handles.forEach(handle -> byNumber.put(handle.getID(), handle));
    }

    ColumnFamilyHandle get(Family family) {
      return Objects.requireNonNull(byNumber.get(family.id()));
    }

    @Override
    public void close() {
      byNumber.values().forEach(ColumnFamilyHandle::close);
      database.close();
      options.close();
    }
  }

  @Test
  void leakedCursorIsNamed() {
    NativeHandles handles = new NativeHandles();
    AutoCloseable cursor = () -> {};
    handles.lend(cursor, "cursor over entries");
    assertThat(handles.lent()).isEqualTo("cursor over entries");
    assertThat(NativeHandles.open()).isGreaterThan(0);
    assertThat(handles.giveBack(cursor)).isTrue();
    assertThat(handles.giveBack(cursor)).isFalse();
    assertThat(handles.lent()).isEmpty();
  }

  @Test
  void gateShutsAfterUsersLeave() {
    EngineGate gate = new EngineGate();
    assertThat(gate.enter()).isEqualTo(EngineGate.Entry.IN);
    assertThat(gate.shut(1)).isFalse();
    gate.refuse();
    assertThat(gate.enter()).isEqualTo(EngineGate.Entry.REFUSED);
    gate.leave();
    assertThat(gate.shut(1)).isTrue();
    gate.open();
    assertThat(gate.enter()).isEqualTo(EngineGate.Entry.IN);
    gate.leave();
    gate.close();
    assertThat(gate.enter()).isEqualTo(EngineGate.Entry.CLOSED);
  }

  /** A record after the last successful write belongs to a failed write. */
  @Test
  void logIsReplayedUpToTheLastSuccessfulWrite() throws Exception {
    put(key(1), "succeeded");
    put(key(2), "failed");
    engine.close();
    Path path = directory.resolve("db");
    StoreSettings settings = StoreSettings.of(directory);
    Database.open(path, settings, Database.Opening.EXISTING.again(true, 1)).close();
    Files.delete(path.resolve(WriteMark.FILE)); // the second was not acknowledged
    engine = RocksEngine.open(path, settings, false, LossRecords.NONE);
    assertThat(get(key(1))).isEqualTo("succeeded");
    assertThat(get(key(2))).isNull();
  }

  @Test
  void recoveryKeepsRowsAndFailsWhileCursorsAreOpen() {
    put(key(1), "a");
    try (Cursor cursor = engine.scan(Family.ENTRIES, RANGE)) {
      assertThatThrownBy(engine::recover).hasMessageContaining("in use: cursor over entries");
      assertThat(cursor.next()).isTrue();
    }
    engine.recover();
    assertThat(get(key(1))).isEqualTo("a");
    put(key(2), "b");
    engine.close();
    engine = open();
    assertThat(get(key(2))).isEqualTo("b");
  }

  @Test
  void cursorCloseIsIdempotent() {
    Cursor cursor = engine.scan(Family.ENTRIES, RANGE);
    cursor.close();
    cursor.close();
  }

  @Test
  void existingDatabaseIsNotCreatedAgain() {
    engine.close();
    StoreSettings settings = StoreSettings.of(directory);
    assertThatThrownBy(() -> RocksEngine.create(directory.resolve("db"), settings))
        .isInstanceOf(StoreException.class);
    assertThatThrownBy(
            () -> RocksEngine.open(directory.resolve("none"), settings, false, LossRecords.NONE))
        .isInstanceOf(StoreException.class);
  }

  @Test
  void librarySupportsConfiguredCompressions() throws RocksDBException {
    for (CompressionType type :
        List.of(CompressionType.LZ4_COMPRESSION, CompressionType.ZSTD_COMPRESSION)) {
      try (Options options = new Options().setCreateIfMissing(true).setCompressionType(type);
          RocksDB database = RocksDB.open(options, directory.resolve(type.toString()).toString())) {
        assertThat(database.getName()).contains(type.toString());
      }
    }
  }

  /** Without rewriting, each listing would step over all deleted rows. */
  @Test
  void tablesOfDeletedRowsAreRewritten() throws IOException, InterruptedException {
    openWithLargeMemoryTables();
    writeAndDelete(DELETED_ROWS);
    do {
      put(key(2), "a table whose last row is the newest of all keeps its deletions");
      assertThat(list()).isEqualTo(1);
      Thread.sleep(POLL_MILLIS);
    } while (!isAlmostEmpty());
  }

  /** The rows are in one memtable, and RocksDB itself would wait for several before it flushes. */
  @Test
  void listingsRepeatedlyFlushDeletedRows() throws IOException, InterruptedException {
    openWithLargeMemoryTables();
    for (int round = 0; round < 3; round++) {
      // A single write, so that no listing finds few deleted rows.
      writeAndDelete(DELETED_ROWS);
      Set<Path> before = tables();
      do {
        assertThat(list()).isZero();
        Thread.sleep(POLL_MILLIS);
      } while (before.containsAll(tables()));
    }
  }

  /** Reopens with memtables so large that only listings flush them. */
  private void openWithLargeMemoryTables() {
    engine.close();
    engine =
        RocksEngine.open(
            directory.resolve("db"), StoreSettings.of(directory), false, LossRecords.NONE);
  }

  /** Lists all rows and returns their number. */
  private int list() {
    int rows = 0;
    try (Cursor cursor = engine.scan(Family.ENTRIES, RANGE)) {
      while (cursor.next()) {
        rows++;
      }
    }
    return rows;
  }

  private void writeAndDelete(int rows) {
    WriteRecords records = new WriteRecords();
    for (int i = 0; i < rows; i++) {
      records.put(Family.ENTRIES, key(1, i >> 8, i), text("value " + i * 31L));
    }
    engine.write(records, false);
    records.clear();
    for (int i = 0; i < rows; i++) {
      records.delete(Family.ENTRIES, key(1, i >> 8, i));
    }
    engine.write(records, false);
  }

  /**
   * Returns true if tables were written and hold almost nothing. The deletions alone would need
   * more space.
   */
  private boolean isAlmostEmpty() throws IOException {
    long bytes = 0;
    for (Path table : tables()) {
      bytes += table.toFile().length(); // 0 of one that is gone
    }
    return bytes > 0 && bytes < DELETED_ROWS;
  }

  private Set<Path> tables() throws IOException {
    Set<Path> found = new TreeSet<>();
    try (DirectoryStream<Path> tables =
        Files.newDirectoryStream(directory.resolve("db"), "*.sst")) {
      tables.forEach(found::add);
    }
    return found;
  }
}
