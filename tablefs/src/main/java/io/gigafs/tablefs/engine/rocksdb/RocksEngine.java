package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.OwnerOnly;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.StoreStatistics;
import io.gigafs.tablefs.engine.Boot;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
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
 * An engine on a RocksDB database in a directory of its own.
 *
 * <p>Every call that enters native code goes through the gate; cursors and snapshots stay inside it
 * until they are closed.
 *
 * <p>RocksDB takes no writes any more once one failed, and there is no call that changes its mind:
 * the database is closed and opened again. Its log is then replayed up to the last write that
 * succeeded, so that a write that failed is not there, whether it got into the log or not, and the
 * rows are written to new tables: what the disk made of pages whose sync failed does not matter.
 */
public final class RocksEngine implements Engine {
  private static final Logger LOG = LoggerFactory.getLogger(RocksEngine.class);

  /** Where what was taken out of the store goes, beside the database. */
  static final String ASIDE = "damaged";

  private static final long CLOSE_TIMEOUT_MILLIS = 10_000;

  /** How many seconds may pass until the disk has how far the log was synced. */
  private static final int FORCE_TICKS = 5;

  /** How long calls are held up for those that are under way, before a recovery is put off. */
  private static final long RECOVERY_WAIT_MILLIS = 500;

  private final Path directory;
  private final StoreSettings settings;
  private final Failures failures;
  private final UseGate gate = new UseGate();
  private final WriteMark mark;
  private volatile List<String> missing;

  /** How the database is opened again. */
  private Opening opening;

  /** Files that were taken over: each takes a number of which no log says anything. */
  private final AtomicLong ingestsBegun = new AtomicLong();

  private final AtomicLong ingestsEnded = new AtomicLong();

  private volatile Database database;

  /** The database's version when the newest log was looked for. For who tends. */
  private long tendedVersion;

  private int ticks;

  /** Whether the database was closed for a recovery that has not succeeded yet. */
  private boolean absent;

  /** The last record that a recovery takes from the log. */
  private long acknowledged;

  /** Whether tables are merged: not once a damaged one was met, it would fail for ever. */
  private volatile boolean compacts = true;

  /** Why there is no database, while there is none. */
  private volatile String whyRefused = "it is being opened again";

  private boolean closed;

  private RocksEngine(
      Path directory, StoreSettings settings, WriteMark mark, Failures failures, Opened opened) {
    this.directory = directory;
    this.settings = settings;
    this.mark = mark;
    this.failures = failures;
    this.database = opened.database();
    this.opening = opened.opening();
    this.compacts = opening.compacts();
    this.missing = opened.missing();
    mark.begin(database.lastSequence(), LogFile.newest(directory));
  }

  /** Makes a database; there must be none in the directory. */
  public static RocksEngine create(Path directory, StoreSettings settings) {
    Failures failures = new Failures(directory);
    Database made;
    try {
      made = Database.open(directory, settings, Opening.NEW);
    } catch (RocksDBException e) {
      throw failures.of("cannot make the database", e);
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
   * Opens the database of a directory, if all of it is there that was acknowledged.
   *
   * @param isMarked whether the database is known to have a mark of how far it was written
   * @param losses asked where something is not there
   */
  public static RocksEngine open(
      Path directory, StoreSettings settings, boolean isMarked, LossRecords losses) {
    Failures failures = new Failures(directory);
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
          Kind.IO, directory + ": cannot tell which boot of the machine it is: " + e, e);
    }
  }

  /**
   * A database that is open.
   *
   * @param opening how it can be opened again
   * @param missing files that are missing or damaged, one message for each
   */
  record Opened(Database database, Opening opening, List<String> missing) {}

  /**
   * Whether the process that had the database of a directory open last died, and the machine has
   * not since: what it left in mapped files counts. To be asked before it is opened.
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
      return List.of(); // RocksDB takes none
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
   * Notes how far the log was written. Not while a file is taken over, whose number is in no log
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

  /** What is lent stays inside the gate until it is given back. */
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
      opened.probeWrite(); // has a number in the log that is not below the file's
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
      throw writeFailure("cannot see to room for merges", e);
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
      // Writes go on for now, with a full disk alone: a merge of tables takes more than a write.
      return new StoreException(
          Kind.NO_SPACE,
          directory + ": tables cannot be merged: the disk is full; see " + directory + "/LOG");
    } catch (RocksDBException e) {
      return writeFailure("cannot write tables", e);
    } finally {
      gate.leave();
    }
  }

  /** Notes which log is the newest, and brings to the disk how far the log was synced. */
  @Override
  public void tend() {
    Database opened = enter();
    try {
      long version = opened.version();
      if (version != tendedVersion) {
        mark.newestLog(LogFile.newest(directory));
        OwnerOnly.tightenFiles(directory);
        tendedVersion = version;
      }
      if (++ticks % FORCE_TICKS == 0) {
        mark.force();
      }
    } catch (RocksDBException e) {
      throw failure("cannot look after the logs", e);
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
      throw failure("cannot make checkpoint " + target, e);
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
              + " records that were acknowledged; to go on without them start the server again");
    }
    mark.begin(found, LogFile.newest(directory));
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
      throw failure("cannot give up what is lost", e);
    }
  }

  private Set<String> lostBlobs(Database opened) throws RocksDBException {
    return new LostRows(opened)
        .liveFiles().stream()
            .filter(file -> LiveFiles.isLostBlobs(directory.resolve(file)))
            .collect(Collectors.toSet());
  }

  /**
   * Opens the database again with others in the place of lost tables, and of rows without bytes.
   */
  private void openWithout(List<LostTable> tables, Set<String> blobs) throws RocksDBException {
    closeForRecovery();
    try {
      for (LostTable table : tables) {
        LOG.warn("{}: gives up the rows of table {}", directory, table.name());
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
        LOG.warn("{}: gives up the bytes of {}", directory, blobs);
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

  /** Once nothing is lost any more the database is one that was never without anything. */
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
          directory + ": the database cannot be opened again while it is in use: " + lent());
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
      // Better to leak memory than to pull it away under who still uses it.
      throw new IllegalStateException(
          directory + " stays open: calls are under way or not closed: " + lent());
    }
    gate.close();
    mark.closed(database.lastSequence());
    mark.close();
    database.close();
  }

  private String lent() {
    return database.handles().lent();
  }

  UseGate gate() {
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

  /** Lets the caller in, who must leave the gate. */
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
