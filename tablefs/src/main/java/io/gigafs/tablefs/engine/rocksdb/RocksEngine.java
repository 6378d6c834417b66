package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.OwnerOnly;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.StoreStatistics;
import io.gigafs.tablefs.engine.Boot;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.EngineGate;
import io.gigafs.tablefs.engine.LossRecords;
import io.gigafs.tablefs.engine.Snapshot;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.engine.rocksdb.Database.Opening;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An engine on a RocksDB database in its own directory.
 *
 * <p>Thread-safe. Every call into native code passes the {@link EngineGate}. Cursors and snapshots
 * stay inside it until they are closed.
 *
 * <p>RocksDB refuses all writes after one has failed, and offers no call to resume. So {@link
 * #recover} closes the database and opens it again. RocksDB then replays the log up to the last
 * successful write, so that failed writes are gone whether or not they reached the log. It writes
 * the rows to new tables, so the state of pages whose sync failed does not matter.
 */
public final class RocksEngine implements Engine {
  private static final Logger LOG = LoggerFactory.getLogger(RocksEngine.class);

  /** Directory beside the database for files that were removed from it. */
  static final String ASIDE = "damaged";

  private static final long CLOSE_TIMEOUT_MILLIS = 10_000;

  /** Interval, in seconds, at which the sync position of the log is written to the disk. */
  private static final int FORCE_TICKS = 5;

  /**
   * How long new calls are blocked while running ones finish, before a recovery attempt is given
   * up.
   */
  private static final long RECOVERY_WAIT_MILLIS = 500;

  private final Path directory;
  private final StoreSettings settings;
  private final RocksFailures failures;
  private final EngineGate gate = new EngineGate();
  private final WriteMark mark;
  private volatile List<String> missing;

  /** How to reopen the database. */
  private Opening opening;

  /** Counts of ingests. An ingested file gets a sequence number that no log contains. */
  private final AtomicLong ingestsBegun = new AtomicLong();

  private final AtomicLong ingestsEnded = new AtomicLong();

  private volatile Database database;

  /** The database's version when the newest log was determined. Used only by {@link #maintain}. */
  private long tendedVersion;

  private int ticks;

  /** Whether the database was closed for a recovery that has not succeeded yet. */
  private boolean absent;

  /** Sequence number of the last log record that a recovery replays. */
  private long acknowledged;

  /**
   * Whether tables are merged. False after damage was found, because the merge would fail
   * repeatedly.
   */
  private volatile boolean compacts = true;

  /** The reason for refusing calls while the database is closed. */
  private volatile String whyRefused = "it is being reopened";

  private boolean closed;

  private RocksEngine(
      Path directory,
      StoreSettings settings,
      WriteMark mark,
      RocksFailures failures,
      Opened opened) {
    this.directory = directory;
    this.settings = settings;
    this.mark = mark;
    this.failures = failures;
    this.database = opened.database();
    this.opening = opened.opening();
    this.compacts = opening.compacts();
    this.missing = opened.missing();
    mark.begin(database.lastSequence(), RocksLogFile.newest(directory));
  }

  /** Creates a database. The directory must not contain one. */
  public static RocksEngine create(Path directory, StoreSettings settings) {
    RocksFailures failures = new RocksFailures(directory);
    Database made;
    try {
      made = Database.open(directory, settings, Opening.NEW);
    } catch (RocksDBException e) {
      throw failures.of("cannot create the database", e);
    }
    try {
      WriteMark mark = WriteMark.open(directory, boot(directory), false, LossRecords.NONE);
      return new RocksEngine(
          directory, settings, mark, failures, new Opened(made, Opening.EXISTING, List.of()));
    } catch (RuntimeException e) {
      made.close();
      throw e;
    }
  }

  /**
   * Opens the database of a directory if all acknowledged writes exist.
   *
   * @param isMarked whether the database is known to have a {@link WriteMark}
   * @param losses asked for consent if something is missing
   */
  public static RocksEngine open(
      Path directory, StoreSettings settings, boolean isMarked, LossRecords losses) {
    RocksFailures failures = new RocksFailures(directory);
    if (!Files.isDirectory(directory)) {
      throw new StoreException(Kind.IO, directory + " is not there");
    }
    WriteMark mark = WriteMark.open(directory, boot(directory), isMarked, losses);
    try {
      mark.check(losses);
      Opened opened = new EngineOpener(directory, settings, mark, losses, failures).open();
      return new RocksEngine(directory, settings, mark, failures, opened);
    } catch (RuntimeException e) {
      mark.abandon();
      throw e;
    }
  }

  private static Boot boot(Path directory) {
    try {
      return Boot.current();
    } catch (IOException e) {
      throw new StoreException(
          Kind.IO, directory + ": cannot determine the boot id of the machine: " + e, e);
    }
  }

  /**
   * An open database.
   *
   * @param opening how to reopen it
   * @param missing missing or damaged files, one message per file
   */
  record Opened(Database database, Opening opening, List<String> missing) {}

  /**
   * Whether the last process that had the database open died without a crash of the machine since:
   * then the contents of its mapped files are valid. Must be called before the database is opened.
   */
  public static boolean isAfterKill(Path directory) {
    if (!Files.exists(directory.resolve(WriteMark.FILE))) {
      return false;
    }
    try (WriteMark mark = WriteMark.open(directory, boot(directory), false, LossRecords.NONE)) {
      return mark.isAfterKill();
    }
  }

  @Override
  public int get(Family family, byte[] key, byte[] value) {
    Database opened = enter();
    try {
      return opened
          .rocks()
          .get(opened.handle(family), opened.reads(), key, 0, key.length, value, 0, value.length);
    } catch (RocksDBException e) {
      throw failure("cannot read", e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
    if (keys.isEmpty()) {
      return List.of(); // RocksDB rejects an empty list
    }
    Database opened = enter();
    try {
      return opened
          .rocks()
          .multiGetAsList(
              opened.reads(), Collections.nCopies(keys.size(), opened.handle(family)), keys);
    } catch (RocksDBException e) {
      throw failure("cannot read", e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void write(WriteRecords records, boolean sync) {
    Database opened = enter();
    try (WriteBatch batch = new WriteBatch(records.toByteArray())) {
      long before = sync ? mark.acknowledged() : 0;
      opened.rocks().write(opened.writes(sync), batch);
      acknowledge(opened);
      if (sync) {
        mark.synced(before);
      }
      opened.pulse().beat();
    } catch (RocksDBException e) {
      throw writeFailure("cannot write", e);
    } finally {
      gate.leave();
    }
  }

  /**
   * Records the position of the log. Skipped during an ingest, whose sequence number is in no log
   * yet.
   */
  private void acknowledge(Database opened) {
    long begun = ingestsBegun.get();
    if (ingestsEnded.get() == begun) {
      long last = opened.lastSequence();
      if (ingestsBegun.get() == begun) {
        mark.acknowledged(last);
      }
    }
  }

  @Override
  public void sync() {
    Database opened = enter();
    try {
      long before = mark.acknowledged();
      opened.rocks().syncWal();
      mark.synced(before);
    } catch (RocksDBException e) {
      throw writeFailure("cannot sync the log", e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public Snapshot snapshot() {
    return lend(
        "snapshot", opened -> new RocksSnapshot(this, opened, opened.rocks().getSnapshot()));
  }

  @Override
  public Cursor scan(Family family, KeyRange range) {
    return lend(
        "cursor over " + family.label(),
        opened -> {
          opened.pulse().beat();
          if (family == Family.ENTRIES) {
            opened.deletedRows().beforeScan();
          }
          return new RocksCursor(this, opened, family, range, null);
        });
  }

  /** A lent object stays inside the gate until it is closed. */
  <T extends AutoCloseable> T lend(String description, Function<Database, T> maker) {
    Database opened = enter();
    try {
      return opened.handles().lend(maker.apply(opened), description);
    } catch (RuntimeException e) {
      gate.leave();
      throw e;
    }
  }

  @Override
  public long writeSortedFile(Path file, Cursor rows) {
    Database opened = enter();
    try {
      return opened.sortedFiles().write(file, rows);
    } catch (RocksDBException e) {
      throw failure("cannot write sorted file " + file, e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void checkSortedFile(Path file, KeyRange range, boolean isVerified) {
    Database opened = enter();
    try {
      opened.sortedFiles().check(file, range, isVerified);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void ingest(Family family, KeyRange range, Path file) {
    Database opened = enter();
    ingestsBegun.incrementAndGet();
    try {
      opened
          .rocks()
          .ingestExternalFile(opened.handle(family), List.of(file.toString()), opened.ingests());
      opened.probeWrite(); // puts a sequence number in the log that is not below the file's
    } catch (RocksDBException e) {
      throw failure("cannot take over sorted file " + file, e);
    } finally {
      ingestsEnded.incrementAndGet();
      gate.leave();
    }
  }

  @Override
  public long boundMerges(boolean isShort, long freeBytes, long reserveBytes) {
    Database opened = enter();
    try {
      return opened.garbage().bound(isShort, freeBytes, reserveBytes);
    } catch (RocksDBException e) {
      throw writeFailure("cannot set the limits of merges", e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void reclaimSpace() {
    Database opened = enter();
    try {
      opened.garbage().flush();
    } catch (RocksDBException e) {
      throw writeFailure("cannot free space", e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public long freeBytes() {
    return DiskUse.freeBytes(directory);
  }

  @Override
  public StoreStatistics statistics() {
    Database opened = enter();
    try {
      long rows =
          opened
              .rocks()
              .getLongProperty(opened.handle(Family.ENTRIES), "rocksdb.estimate-num-keys");
      return DiskUse.of(directory, rows);
    } catch (RocksDBException e) {
      throw failure("cannot read statistics", e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public @Nullable StoreException backgroundFailure() {
    Database opened = enter();
    try {
      if (opened.backgroundErrors() == 0) {
        return null;
      }
      opened.probeWrite();
      // Writes still succeed. Only a full disk fails merges first, because a merge needs more
      // space.
      return new StoreException(
          Kind.NO_SPACE,
          directory + ": tables cannot be merged: the disk is full; see " + directory + "/LOG");
    } catch (RocksDBException e) {
      return writeFailure("cannot write tables", e);
    } finally {
      gate.leave();
    }
  }

  /** Records the newest log, and writes the sync position of the log to the disk periodically. */
  @Override
  public void maintain() {
    Database opened = enter();
    try {
      long version = opened.version();
      if (version != tendedVersion) {
        mark.newestLog(RocksLogFile.newest(directory));
        OwnerOnly.tightenFiles(directory);
        tendedVersion = version;
      }
      if (++ticks % FORCE_TICKS == 0) {
        mark.force();
      }
    } catch (RocksDBException e) {
      throw failure("cannot check the logs", e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void checkpoint(Path target) {
    Database opened = enter();
    try (Checkpoint checkpoint = Checkpoint.create(opened.rocks())) {
      long before = mark.acknowledged();
      checkpoint.createCheckpoint(target.toString());
      WriteMark.write(target, before);
    } catch (RocksDBException e) {
      throw failure("cannot create checkpoint " + target, e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public List<String> damage() {
    List<String> damage = new ArrayList<>(missing);
    damage.addAll(failures.damage());
    return damage;
  }

  @Override
  public synchronized void recover() {
    if (closed) {
      throw closedFailure();
    }
    DiskProbe.check(directory);
    if (!absent) {
      closeForRecovery();
    }
    try {
      openAgain();
    } catch (StoreException e) {
      whyRefused = String.valueOf(e.getMessage());
      gate.refuse();
      throw e;
    }
    gate.open();
  }

  private void openAgain() {
    Database opened;
    try {
      opened = Database.open(directory, settings, opening.again(compacts, acknowledged));
    } catch (RocksDBException e) {
      throw failure("cannot open the database again", e);
    }
    long found = opened.lastSequence();
    if (found < acknowledged) {
      opened.close();
      throw new StoreException(
          Kind.DAMAGED,
          directory
              + ": the log has lost "
              + (acknowledged - found)
              + " acknowledged records; restart the server to continue without them");
    }
    mark.begin(found, RocksLogFile.newest(directory));
    database = opened;
    absent = false;
  }

  @Override
  public synchronized Set<String> giveUpLost() {
    if (opening.whole() && missing.isEmpty()) {
      return Set.of();
    }
    if (closed || absent) {
      throw new StoreException(Kind.IO, directory + ": the database is closed");
    }
    List<LostTable> tables = LostTable.of(directory, database.rocks());
    try {
      Set<String> blobs = lostBlobs(database);
      if (!tables.isEmpty() || !blobs.isEmpty()) {
        openWithout(tables, blobs);
        database.rocks().syncWal();
        mergeAway(tables, blobs);
      }
      return stillLost(tables, blobs);
    } catch (RocksDBException e) {
      throw failure("cannot abandon the rows in lost files", e);
    }
  }

  private Set<String> lostBlobs(Database opened) throws RocksDBException {
    return new LostRows(opened)
        .liveFiles().stream()
            .filter(file -> LiveFiles.isLostBlobs(directory.resolve(file)))
            .collect(Collectors.toSet());
  }

  /**
   * Reopens the database with substitutes for lost tables, and with placeholder values for rows
   * whose blobs are lost.
   */
  private void openWithout(List<LostTable> tables, Set<String> blobs) throws RocksDBException {
    closeForRecovery();
    try {
      for (LostTable table : tables) {
        LOG.warn("{}: abandoning the rows of lost table {}", directory, table.name());
        table.replace(directory, directory.resolveSibling(ASIDE));
      }
      for (String file : blobs) {
        LiveFiles.putAside(directory.resolve(file), directory.resolveSibling(ASIDE));
      }
    } finally {
      openAgain();
    }
    try {
      if (!blobs.isEmpty()) {
        LOG.warn("{}: abandoning the values in lost blob files {}", directory, blobs);
        new LostRows(database).replaceThoseIn(blobs);
        mark.acknowledged(database.lastSequence());
      }
    } finally {
      gate.open();
    }
  }

  private void mergeAway(List<LostTable> tables, Set<String> blobs) throws RocksDBException {
    Database opened = enter();
    try {
      LostRows rows = new LostRows(opened);
      rows.mergeAway(tables);
      if (!blobs.isEmpty()) {
        rows.forgetBlobs();
      }
    } finally {
      gate.leave();
    }
  }

  /** Once no lost file is live any more, restores normal operation. */
  private Set<String> stillLost(List<LostTable> tables, Set<String> blobs) throws RocksDBException {
    Set<String> lost = new HashSet<>(blobs);
    tables.forEach(table -> lost.add(table.name()));
    Database opened = enter();
    try {
      lost.retainAll(new LostRows(opened).liveFiles());
      if (lost.isEmpty()) {
        opened.rocks().enableAutoCompaction(opened.families());
        opening = Opening.EXISTING;
        compacts = true;
        missing = List.of();
        failures.forget();
      }
    } finally {
      gate.leave();
    }
    return lost;
  }

  private void closeForRecovery() {
    if (!gate.shut(RECOVERY_WAIT_MILLIS)) {
      gate.open();
      throw new StoreException(
          Kind.IO,
          directory + ": the database cannot be reopened while it is still in use: " + lent());
    }
    acknowledged = database.lastSequence();
    absent = true;
    database.close();
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (absent) {
      gate.close();
      mark.close();
      return;
    }
    if (!gate.shut(CLOSE_TIMEOUT_MILLIS)) {
      gate.close();
      // A leak of memory is better than freeing memory that is still in use.
      throw new IllegalStateException(
          directory + " stays open: running calls, or cursors not closed: " + lent());
    }
    gate.close();
    mark.closed(database.lastSequence());
    mark.close();
    database.close();
  }

  private String lent() {
    return database.handles().lent();
  }

  @Override
  public EngineGate gate() {
    return gate;
  }

  StoreException failure(String what, RocksDBException cause) {
    return failures.of(what, cause);
  }

  private StoreException writeFailure(String what, RocksDBException cause) {
    StoreException failure = failures.of(what, cause);
    if (failure.kind() == Kind.DAMAGED) {
      compacts = false;
    }
    return failure;
  }

  /** Enters the gate. The caller must leave it. */
  private Database enter() {
    switch (gate.enter()) {
      case IN -> {
        return database;
      }
      case CLOSED -> throw closedFailure();
      case REFUSED ->
          throw new StoreException(
              Kind.IO, directory + ": the database is closed after a failure: " + whyRefused);
    }
    throw new AssertionError();
  }

  private StoreException closedFailure() {
    return new StoreException(Kind.IO, directory + ": the store is closed");
  }
}
