package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;
import org.rocksdb.WriteOptions;

/**
 * An open RocksDB database with all native objects that belong to it. The caller must ensure that
 * nothing uses it after it is closed.
 */
final class Database {
  private static final byte[] PROBED_KEY = {0};

  private final NativeHandles handles = new NativeHandles();
  private final RocksDB rocks;
  private final Map<Family, ColumnFamilyHandle> families = new EnumMap<>(Family.class);
  private final ReadOptions reads;
  private final WriteOptions writes;
  private final WriteOptions syncedWrites;
  private final IngestExternalFileOptions ingests;
  private final SortedFiles sortedFiles;
  private final SnapshotPulse pulse;
  private final DeletedRows deletedRows;
  private final Garbage garbage;

  private Database(Path directory, StoreSettings settings, Opening opening)
      throws RocksDBException {
    try {
      Tuning tuning = new Tuning(handles, settings, opening.compacts());
      this.reads = handles.own(new ReadOptions());
      this.writes = handles.own(new WriteOptions());
      this.syncedWrites = handles.own(new WriteOptions()).setSync(true);
      this.ingests = handles.own(new IngestExternalFileOptions()).setMoveFiles(true);
      DBOptions options = tuning.database(opening.create(), opening.whole());
      if (opening.acknowledged() >= 0) {
        options.setWalFilter(handles.own(new AcknowledgedOnly(opening.acknowledged())));
      }
      this.rocks = open(directory, tuning, options, opening.readOnly());
      this.pulse = new SnapshotPulse(rocks);
      this.deletedRows = new DeletedRows(rocks, handle(Family.ENTRIES), handles);
      this.garbage =
          new Garbage(
              rocks,
              handle(Family.ENTRIES),
              handle(Family.INLINE),
              families(),
              new RunningMerges(directory.toString()),
              handles);
      this.sortedFiles = new SortedFiles(handles, tuning.sortedFile());
    } catch (RocksDBException | RuntimeException e) {
      handles.close();
      throw e;
    }
  }

  /**
   * How to open a database.
   *
   * @param create whether to create it; otherwise it must exist
   * @param compacts whether tables are merged in the background
   * @param acknowledged sequence number of the last log record to replay; -1 replays all
   * @param whole whether every file must be present; otherwise the remaining data are served
   * @param readOnly whether nothing on the disk is changed
   */
  record Opening(
      boolean create, boolean compacts, long acknowledged, boolean whole, boolean readOnly) {
    static final Opening NEW = new Opening(true, true, -1, true, false);
    static final Opening EXISTING = new Opening(false, true, -1, true, false);

    /**
     * Background merges are off: a merge would fail at the missing table, and RocksDB would then
     * stop all writes.
     */
    static final Opening WITH_LOSSES = new Opening(false, false, -1, false, false);

    static final Opening TO_LOOK = new Opening(false, false, -1, false, true);

    /** For reopening after a failure, with the writes that had been acknowledged by then. */
    Opening again(boolean merges, long lastAcknowledged) {
      return new Opening(false, merges, lastAcknowledged, whole, false);
    }
  }

  static Database open(Path directory, StoreSettings settings, Opening opening)
      throws RocksDBException {
    NativeLibrary.load();
    return new Database(directory, settings, opening);
  }

  private RocksDB open(Path directory, Tuning tuning, DBOptions options, boolean readOnly)
      throws RocksDBException {
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    descriptors.add(
        new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, tuning.unusedFamily()));
    for (Family family : Family.values()) {
      byte[] name = family.label().getBytes(StandardCharsets.US_ASCII);
      descriptors.add(new ColumnFamilyDescriptor(name, tuning.family(family)));
    }
    List<ColumnFamilyHandle> opened = new ArrayList<>();
    String path = directory.toString();
    RocksDB database =
        handles.own(
            readOnly
                ? RocksDB.openReadOnly(options, path, descriptors, opened)
                : RocksDB.open(options, path, descriptors, opened));
    opened.forEach(handles::own);
    for (Family family : Family.values()) {
      ColumnFamilyHandle handle = opened.get(family.id());
      checkNumber(directory, family, handle);
      families.put(family, handle);
    }
    return database;
  }

  /** Records name families by number, see {@link WriteRecords}: the database must use the same. */
  private static void checkNumber(Path directory, Family family, ColumnFamilyHandle handle) {
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

  RocksDB rocks() {
    return rocks;
  }

  NativeHandles handles() {
    return handles;
  }

  ColumnFamilyHandle handle(Family family) {
    ColumnFamilyHandle handle = families.get(family);
    if (handle == null) {
      throw new AssertionError(family);
    }
    return handle;
  }

  List<ColumnFamilyHandle> families() {
    return List.copyOf(families.values());
  }

  ReadOptions reads() {
    return reads;
  }

  WriteOptions writes(boolean sync) {
    return sync ? syncedWrites : writes;
  }

  IngestExternalFileOptions ingests() {
    return ingests;
  }

  SortedFiles sortedFiles() {
    return sortedFiles;
  }

  /** Handles deletions in the entries family. */
  DeletedRows deletedRows() {
    return deletedRows;
  }

  Garbage garbage() {
    return garbage;
  }

  SnapshotPulse pulse() {
    return pulse;
  }

  /** Sequence number of the last record of all successful writes. */
  long lastSequence() {
    return rocks.getLatestSequenceNumber();
  }

  /**
   * Calls a function with the names of all live files, none of which is removed meanwhile.
   *
   * @param look receives the files as RocksDB names them
   */
  <T> T withLiveFiles(Function<List<String>, T> look) throws RocksDBException {
    rocks.disableFileDeletions();
    try {
      return look.apply(rocks.getLiveFiles(false).files);
    } finally {
      rocks.enableFileDeletions();
    }
  }

  /** Changes whenever a log or a table may have been started or finished. */
  long version() throws RocksDBException {
    return rocks.getAggregatedLongProperty("rocksdb.current-super-version-number");
  }

  /** Number of failed flushes and compactions. */
  long backgroundErrors() throws RocksDBException {
    return rocks.getLongProperty("rocksdb.background-errors");
  }

  /** Performs a write without effect. Fails if the database accepts no writes. */
  void probeWrite() throws RocksDBException {
    rocks.delete(writes, PROBED_KEY);
  }

  void close() {
    handles.close();
  }

  /**
   * Triggers RocksDB's check for tables of deletions that no snapshot needs any more.
   *
   * <p>A table of deletions may move to the bottom level unchanged, and a listing then steps over
   * all of them. RocksDB rewrites such a table once it is older than the oldest snapshot, but
   * checks this only when a snapshot is released. So a snapshot is taken and released at most once
   * a second, during a call that writes or lists.
   */
  static final class SnapshotPulse {
    private final RocksDB database;
    private final OncePerSecond beats = new OncePerSecond();

    SnapshotPulse(RocksDB database) {
      this.database = database;
    }

    /** Must be called inside the gate. */
    void beat() {
      if (beats.isDue()) {
        try (Snapshot snapshot = database.getSnapshot()) {
          database.releaseSnapshot(snapshot);
        }
      }
    }

    /**
     * Limits an action that is triggered by calls to once a second. The first second is excluded.
     * Thread-safe.
     */
    static final class OncePerSecond {
      private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

      private final AtomicLong lastNanos = new AtomicLong(System.nanoTime());

      /** Whether the caller should perform the action now. */
      boolean isDue() {
        long now = System.nanoTime();
        long last = lastNanos.get();
        return now - last > INTERVAL_NANOS && lastNanos.compareAndSet(last, now);
      }
    }
  }
}
