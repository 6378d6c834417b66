package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.StoreStatistics;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.Snapshot;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * An engine on a RocksDB database in a directory of its own.
 *
 * <p>Every call that enters native code goes through the gate; cursors and snapshots stay inside it
 * until they are closed.
 */
public final class RocksEngine implements Engine {
  private static final long CLOSE_TIMEOUT_MILLIS = 10_000;

  private final Path directory;
  private final NativeHandles handles;
  private final UseGate gate = new UseGate();
  private final RocksDB database;
  private final Map<Family, ColumnFamilyHandle> families;
  private final ReadOptions reads;
  private final WriteOptions writes;
  private final WriteOptions syncedWrites;
  private final IngestExternalFileOptions ingests;
  private final SortedFiles sortedFiles;
  private final SnapshotPulse pulse;
  private boolean closed;

  private RocksEngine(Path directory, StoreSettings settings, boolean create, NativeHandles handles)
      throws RocksDBException {
    this.directory = directory;
    this.handles = handles;
    Tuning tuning = new Tuning(handles, settings);
    this.families = new EnumMap<>(Family.class);
    this.reads = handles.own(new ReadOptions());
    this.writes = handles.own(new WriteOptions());
    this.syncedWrites = handles.own(new WriteOptions()).setSync(true);
    this.ingests = handles.own(new IngestExternalFileOptions()).setMoveFiles(true);
    this.database = open(tuning, tuning.database(create));
    this.pulse = new SnapshotPulse(database);
    this.sortedFiles = new SortedFiles(directory, handles, tuning.sortedFile());
  }

  /** Makes a database; there must be none in the directory. */
  public static RocksEngine create(Path directory, StoreSettings settings) {
    return open(directory, settings, true);
  }

  /** Opens the database of a directory. */
  public static RocksEngine open(Path directory, StoreSettings settings) {
    return open(directory, settings, false);
  }

  private static RocksEngine open(Path directory, StoreSettings settings, boolean create) {
    RocksDB.loadLibrary();
    NativeHandles handles = new NativeHandles();
    try {
      return new RocksEngine(directory, settings, create, handles);
    } catch (RocksDBException e) {
      handles.close();
      throw Failures.of(directory, "cannot open the database", e);
    } catch (RuntimeException e) {
      handles.close();
      throw e;
    }
  }

  private RocksDB open(Tuning tuning, DBOptions options) throws RocksDBException {
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    descriptors.add(
        new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, tuning.unusedFamily()));
    for (Family family : Family.values()) {
      byte[] name = family.label().getBytes(StandardCharsets.US_ASCII);
      descriptors.add(new ColumnFamilyDescriptor(name, tuning.family(family)));
    }
    List<ColumnFamilyHandle> opened = new ArrayList<>();
    RocksDB rocks = RocksDB.open(options, directory.toString(), descriptors, opened);
    handles.own(rocks);
    opened.forEach(handles::own);
    for (Family family : Family.values()) {
      ColumnFamilyHandle handle = opened.get(family.id());
      checkNumber(family, handle);
      families.put(family, handle);
    }
    return rocks;
  }

  /** Records name families by number, see {@link WriteRecords}: the database must agree. */
  private void checkNumber(Family family, ColumnFamilyHandle handle) {
    if (handle.getID() != family.id()) {
      throw new StoreException(
          Kind.UNUSABLE,
          directory
              + ": family "
              + family.label()
              + " has number "
              + handle.getID()
              + ", not "
              + family.id()
              + ": not a database of this program");
    }
  }

  @Override
  public int get(Family family, byte[] key, byte[] value) {
    enter();
    try {
      return database.get(handle(family), reads, key, 0, key.length, value, 0, value.length);
    } catch (RocksDBException e) {
      throw failure("cannot read", e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void write(WriteRecords records, boolean sync) {
    enter();
    try (WriteBatch batch = new WriteBatch(records.toByteArray())) {
      database.write(sync ? syncedWrites : writes, batch);
      pulse.beat();
    } catch (RocksDBException e) {
      throw failure("cannot write", e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void sync() {
    enter();
    try {
      database.syncWal();
    } catch (RocksDBException e) {
      throw failure("cannot sync the log", e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public Snapshot snapshot() {
    return lend("snapshot", () -> new RocksSnapshot(this, handles, database.getSnapshot()));
  }

  @Override
  public Cursor scan(Family family, KeyRange range) {
    return scan(family, range, null);
  }

  Cursor scan(Family family, KeyRange range, org.rocksdb.@Nullable Snapshot snapshot) {
    return lend(
        "cursor over " + family.label(),
        () -> {
          pulse.beat();
          return new RocksCursor(this, handles, handle(family), range, snapshot);
        });
  }

  /** What is lent stays inside the gate until it is given back. */
  private <T extends AutoCloseable> T lend(String description, Supplier<T> maker) {
    enter();
    try {
      return handles.lend(maker.get(), description);
    } catch (RuntimeException e) {
      gate.leave();
      throw e;
    }
  }

  @Override
  public long writeSortedFile(Path file, Cursor rows) {
    enter();
    try {
      return sortedFiles.write(file, rows);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void checkSortedFile(Path file, KeyRange range) {
    enter();
    try {
      sortedFiles.check(file, range);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void ingest(Family family, KeyRange range, Path file) {
    enter();
    try {
      database.ingestExternalFile(handle(family), List.of(file.toString()), ingests);
    } catch (RocksDBException e) {
      throw failure("cannot take over sorted file " + file, e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public StoreStatistics statistics() {
    enter();
    try {
      long rows = database.getLongProperty(handle(Family.ENTRIES), "rocksdb.estimate-num-keys");
      return DiskUse.of(directory, rows);
    } catch (RocksDBException e) {
      throw failure("cannot read statistics", e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (!gate.shut(CLOSE_TIMEOUT_MILLIS)) {
      // Better to leak memory than to pull it away under who still uses it.
      throw new IllegalStateException(
          directory + " stays open: calls are under way or not closed: " + handles.lent());
    }
    handles.close();
  }

  RocksDB database() {
    return database;
  }

  UseGate gate() {
    return gate;
  }

  StoreException failure(String what, RocksDBException cause) {
    return Failures.of(directory, what, cause);
  }

  private ColumnFamilyHandle handle(Family family) {
    ColumnFamilyHandle handle = families.get(family);
    if (handle == null) {
      throw new AssertionError(family);
    }
    return handle;
  }

  private void enter() {
    if (!gate.enter()) {
      throw new StoreException(Kind.IO, directory + ": the store is closed");
    }
  }
}
