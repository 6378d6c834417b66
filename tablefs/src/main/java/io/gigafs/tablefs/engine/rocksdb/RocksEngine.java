package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.StoreStatistics;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.Snapshot;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.engine.rocksdb.Database.Opening;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

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
  private static final long CLOSE_TIMEOUT_MILLIS = 10_000;

  /** How long calls are held up for those that are under way, before a recovery is put off. */
  private static final long RECOVERY_WAIT_MILLIS = 500;

  private final Path directory;
  private final StoreSettings settings;
  private final Failures failures;
  private final UseGate gate = new UseGate();
  private volatile Database database;

  /** Whether the database was closed for a recovery that has not succeeded yet. */
  private boolean absent;

  /** The last record that a recovery takes from the log. */
  private long acknowledged;

  /** Whether tables are merged: not once a damaged one was met, it would fail for ever. */
  private volatile boolean compacts = true;

  /** Why there is no database, while there is none. */
  private volatile String whyRefused = "it is being opened again";

  private boolean closed;

  private RocksEngine(Path directory, StoreSettings settings, Opening opening) {
    this.directory = directory;
    this.settings = settings;
    this.failures = new Failures(directory);
    try {
      this.database = Database.open(directory, settings, opening);
    } catch (RocksDBException e) {
      StoreException failure = failures.of("cannot open the database", e);
      throw failure.kind() == Kind.DAMAGED ? asUnusable(failure) : failure;
    }
  }

  private static StoreException asUnusable(StoreException failure) {
    return new StoreException(
        Kind.UNUSABLE,
        failure.getMessage()
            + "; put back the file, or restore the data directory from a checkpoint, or start with"
            + " an empty one",
        failure);
  }

  /** Makes a database; there must be none in the directory. */
  public static RocksEngine create(Path directory, StoreSettings settings) {
    return new RocksEngine(directory, settings, Opening.NEW);
  }

  /** Opens the database of a directory. */
  public static RocksEngine open(Path directory, StoreSettings settings) {
    return new RocksEngine(directory, settings, Opening.EXISTING);
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
      opened.rocks().write(opened.writes(sync), batch);
      opened.pulse().beat();
    } catch (RocksDBException e) {
      throw writeFailure("cannot write", e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void sync() {
    Database opened = enter();
    try {
      opened.rocks().syncWal();
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
  public void checkSortedFile(Path file, KeyRange range) {
    Database opened = enter();
    try {
      opened.sortedFiles().check(file, range);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void ingest(Family family, KeyRange range, Path file) {
    Database opened = enter();
    try {
      opened
          .rocks()
          .ingestExternalFile(opened.handle(family), List.of(file.toString()), opened.ingests());
    } catch (RocksDBException e) {
      throw failure("cannot take over sorted file " + file, e);
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

  @Override
  public void checkpoint(Path target) {
    Database opened = enter();
    try (Checkpoint checkpoint = Checkpoint.create(opened.rocks())) {
      checkpoint.createCheckpoint(target.toString());
    } catch (RocksDBException e) {
      throw failure("cannot make checkpoint " + target, e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public List<String> damage() {
    return failures.damage();
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
      opened = Database.open(directory, settings, new Opening(false, compacts, acknowledged));
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
    database = opened;
    absent = false;
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
      return;
    }
    if (!gate.shut(CLOSE_TIMEOUT_MILLIS)) {
      gate.close();
      // Better to leak memory than to pull it away under who still uses it.
      throw new IllegalStateException(
          directory + " stays open: calls are under way or not closed: " + lent());
    }
    gate.close();
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
