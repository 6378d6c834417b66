package io.gigafs.tablefs.engine.front;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.EngineGate;
import io.gigafs.tablefs.engine.Snapshot;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.engine.front.StagedRows.StagedRow;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import io.gigafs.tablefs.schema.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stages the rows of one family in memory for one to two seconds. Most of these rows are deleted by
 * then, so RocksDB never writes them.
 *
 * <p>The memory survives the process. Each write that changes it also puts a row with its number
 * into the engine. After the process died at any point, the next one knows from these which writes
 * were committed: a write has all of its effect or none. A crash of the machine loses the staged
 * rows.
 *
 * <p>Staged rows that exceed that age, that have to be synced, or that do not fit are flushed to
 * the engine.
 *
 * <p>Thread-safe, but two writes of the same row of the family must never run at once. Callers
 * guarantee this: only a file's lane writes its open state. Each write holds the gate's lock of
 * writes; the exclusive lock stops changes to the staged and flushed sets.
 */
final class StagingArea implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StagingArea.class);

  /** A row is flushed after this number of ticks: at an age of one to two seconds. */
  private static final int STAGED_TICKS = 2;

  /** Rows flushed at a time. Writes wait for about a millisecond meanwhile. */
  private static final int ROWS_AT_A_TIME = 256;

  private final Engine engine;
  private final EngineGate gate;
  private final Family family;
  private final boolean keeps;
  private final StagingMemory memory;
  private final StagedRows rows;
  private volatile @Nullable StoreException failure;

  /** Guarded by the lock of writes. */
  private boolean closed;

  /** Number of checkpoints in progress; no row is staged during one. Guarded by the lock. */
  private int checkpoints;

  /**
   * @param engine receives flushed rows
   * @param memory owned by this object from now on
   * @param family whose rows usually live for less than a second
   * @param keeps whether rows are staged; false where each write is synced, which gains nothing by
   *     it. Rows that another process left are taken over in either case
   * @throws StoreException if the engine cannot take the rows that a killed process left in memory
   */
  StagingArea(Engine engine, StagingMemory memory, Family family, boolean keeps) {
    this.engine = engine;
    this.gate = engine.gate();
    this.keeps = keeps;
    this.family = family;
    this.memory = memory;
    SlotArray slots = new SlotArray(memory);
    this.rows = new StagedRows(family, slots);
    takeOver(slots);
    try (Cursor flushed = engine.scan(family, Keys.all())) {
      rows.flushed(keys(flushed));
    }
  }

  private void takeOver(SlotArray slots) {
    CommittedNumbers committed = CommittedNumbers.read(engine, memory.generation());
    long generation = Math.max(memory.generation(), committed.latestGeneration()) + 1;
    WriteRecords left = new WriteRecords();
    slots.forEach(committed::has, (key, value) -> left.put(family, key, value));
    if (!left.isEmpty()) {
      // One atomic write: if the process dies after it, these rows are not taken over again.
      CommittedNumbers.begin(left, generation);
      engine.write(left, false);
    }
    slots.begin(generation);
  }

  private static List<byte[]> keys(Cursor cursor) {
    List<byte[]> keys = new ArrayList<>();
    while (cursor.next()) {
      keys.add(cursor.key());
    }
    return keys;
  }

  /** Whether rows of a family may be staged. */
  boolean isOf(Family of) {
    return of == family;
  }

  /** Whether a write has rows of the family. */
  boolean isIn(WriteRecords records) {
    return records.has(family);
  }

  /** The value of a staged row, which must not be changed; null if there is none. */
  byte @Nullable [] get(byte[] key) {
    return rows.get(key);
  }

  /** Reads many rows of the family. */
  List<byte @Nullable []> getAll(List<byte[]> keys) {
    // Reads staged rows first: a row that is flushed meanwhile is then found in one of the two.
    List<byte @Nullable []> staged = new ArrayList<>();
    keys.forEach(key -> staged.add(rows.get(key)));
    List<byte @Nullable []> values = new ArrayList<>(engine.getAll(family, keys));
    for (int i = 0; i < values.size(); i++) {
      byte[] ofStaged = staged.get(i);
      if (ofStaged != null) {
        values.set(i, ofStaged.clone());
      }
    }
    return values;
  }

  /**
   * Whether a write must run alone: see {@link #writeAlone}. Others may, see {@link
   * #writeBesideOthers}.
   */
  boolean mustRunAlone(WriteRecords records) {
    return records.deletesRangeOf(family);
  }

  /**
   * Writes records with rows of the family. The caller holds the lock of writes.
   *
   * @return false, without effect, if all writers are busy or an earlier write failed
   */
  boolean writeBesideOthers(WriteRecords records, boolean sync) {
    if (closed) {
      engine.write(records, sync); // throws: the engine is closed
      return true;
    }
    StagingWrite write = rows.begin(records, keeps && !sync && checkpoints == 0);
    if (write == null) {
      return false;
    }
    boolean committed = false;
    try {
      if (!write.changes().isEmpty() || write.passed().isEmpty()) {
        CommittedNumbers.put(write, memory.generation());
      }
      engine.write(write.passed(), sync);
      committed = true;
    } finally {
      rows.end(write, committed);
    }
    return true;
  }

  /** Writes records with rows of the family. The caller holds the exclusive lock. */
  void writeAlone(WriteRecords records, boolean sync) {
    flush(0);
    writeBelow(records, sync);
    rows.flushed(records);
  }

  /**
   * Requires the exclusive lock. After this write, earlier failed writes can no longer take effect.
   */
  private void writeBelow(WriteRecords records, boolean sync) {
    engine.write(records, sync);
    if (!closed) {
      rows.forgetFailed();
    }
  }

  /**
   * Flushes all rows that are staged now, before a sync, which makes all earlier writes durable.
   * Other writes run between its batches.
   */
  void flushAll() {
    List<byte[]> keys = rows.atLeast(0, Integer.MAX_VALUE);
    for (int from = 0; from < keys.size(); from += ROWS_AT_A_TIME) {
      List<byte[]> some = keys.subList(from, Math.min(from + ROWS_AT_A_TIME, keys.size()));
      gate.exclusively(
          () -> {
            if (!closed) {
              flush(some);
            }
          });
    }
  }

  /** Flushes all rows of at least an age in ticks. Requires the exclusive lock. */
  private void flush(int ticks) {
    while (!closed && flushSome(ticks)) {}
  }

  private boolean flushSome(int ticks) {
    List<byte[]> keys = rows.atLeast(ticks, ROWS_AT_A_TIME);
    flush(keys);
    return !keys.isEmpty();
  }

  private void flush(List<byte[]> keys) {
    WriteRecords moved = new WriteRecords();
    List<byte[]> staged = rows.write(keys, moved);
    if (!staged.isEmpty()) {
      writeBelow(moved, false);
      // If the process dies here, the next one finds the rows in both places and takes them over.
      rows.flushed(staged);
    }
  }

  /**
   * The rows of a range of the family. In a range without staged rows, the result is a consistent
   * snapshot only if nothing writes there meanwhile.
   */
  Cursor scan(KeyRange range) {
    if (!rows.hasAny(range)) {
      return engine.scan(family, range);
    }
    gate.exclusive().lock();
    try {
      return new MergedCursor(rows.copy(range), engine.scan(family, range));
    } finally {
      gate.exclusive().unlock();
    }
  }

  /** The staged and flushed rows, and those of all other families. */
  Snapshot snapshot() {
    gate.exclusive().lock();
    try {
      return new Merged(rows.copy(Keys.all()), engine.snapshot());
    } finally {
      gate.exclusive().unlock();
    }
  }

  /** Runs an ingest of rows of the family into the engine. */
  void ingest(KeyRange range, Runnable ingest) {
    gate.exclusively(
        () -> {
          flush(0);
          try {
            ingest.run();
          } finally {
            learnFlushed(range);
          }
        });
  }

  private void learnFlushed(KeyRange range) {
    try (Cursor flushed = engine.scan(family, range)) {
      rows.flushed(keys(flushed));
    } catch (StoreException e) {
      rows.anyMayBeFlushed();
      throw e;
    }
  }

  /** Flushes aged rows. Called once a second. */
  void maintain() {
    rows.tick();
    try {
      boolean wereMore = true;
      while (wereMore) {
        wereMore = flushSomeAged();
      }
    } catch (StoreException e) {
      failure = e;
    }
  }

  /** Flushes one batch, as writes wait meanwhile. */
  private boolean flushSomeAged() {
    if (rows.atLeast(STAGED_TICKS, 1).isEmpty()) {
      return false;
    }
    gate.exclusive().lock();
    try {
      return !closed && flushSome(STAGED_TICKS);
    } finally {
      gate.exclusive().unlock();
    }
  }

  /** Why aged rows could not be flushed since the last recovery, or null. */
  @Nullable StoreException failure() {
    return failure;
  }

  /** Called after the engine has recovered. */
  void recovered() {
    failure = null;
  }

  /** Number of staged rows. */
  int size() {
    return rows.size();
  }

  /** Runs a checkpoint of the engine, which then contains all rows. */
  void checkpoint(Runnable checkpoint) {
    gate.exclusively(
        () -> {
          flush(0);
          checkpoints++;
        });
    try {
      checkpoint.run();
    } finally {
      gate.exclusively(() -> checkpoints--);
    }
  }

  /** Flushes all rows and syncs them. The engine is still open. Idempotent. */
  @Override
  public void close() {
    gate.exclusively(
        () -> {
          if (closed) {
            return;
          }
          try {
            flush(0);
            engine.sync();
          } catch (StoreException e) {
            LOG.warn("staged rows not flushed on close; the next open recovers them", e);
          } finally {
            closed = true;
            memory.close();
          }
        });
  }

  /** The staged and flushed rows at one moment. */
  private final class Merged implements Snapshot {
    private final NavigableMap<byte[], StagedRow> staged;
    private final Snapshot flushed;

    Merged(NavigableMap<byte[], StagedRow> staged, Snapshot flushed) {
      this.staged = staged;
      this.flushed = flushed;
    }

    @Override
    public Cursor scan(Family of, KeyRange range) {
      Cursor cursor = flushed.scan(of, range);
      return of == family
          ? new MergedCursor(staged.subMap(range.first(), true, range.end(), false), cursor)
          : cursor;
    }

    @Override
    public void close() {
      flushed.close();
    }
  }
}
