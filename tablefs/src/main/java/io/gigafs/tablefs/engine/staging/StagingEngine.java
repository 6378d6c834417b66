package io.gigafs.tablefs.engine.staging;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreStatistics;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.ForwardingEngine;
import io.gigafs.tablefs.engine.Snapshot;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import io.gigafs.tablefs.schema.Keys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An engine that stages the rows of one family in memory for one to two seconds. Most of these rows
 * are deleted by then, so RocksDB never writes them.
 *
 * <p>The memory survives the process. Each write that changes it also puts a row with its number
 * into the engine below. After the process died at any point, the next one knows from these which
 * writes were committed: a write has all of its effect or none. A crash of the machine loses the
 * staged rows.
 *
 * <p>Staged rows that exceed that age, that have to be synced, or that do not fit are flushed to
 * the engine below.
 *
 * <p>Thread-safe, but two writes of the same row of the family must never run at once. Callers
 * guarantee this: only a file's lane writes its open state.
 */
public final class StagingEngine extends ForwardingEngine {
  private static final Logger LOG = LoggerFactory.getLogger(StagingEngine.class);

  /** A row is flushed after this number of ticks: at an age of one to two seconds. */
  private static final int STAGED_TICKS = 2;

  /** Rows flushed at a time. Writes wait for about a millisecond meanwhile. */
  private static final int ROWS_AT_A_TIME = 256;

  private final Family family;
  private final boolean keeps;
  private final StagingMemory memory;
  private final StagedRows rows;

  /**
   * Writes hold the shared lock. The exclusive lock stops changes to the staged and flushed sets.
   */
  private final ReadWriteLock writes = new ReentrantReadWriteLock();

  private volatile @Nullable StoreException failure;

  /** Guarded by the lock. */
  private boolean closed;

  /** Number of checkpoints in progress; no row is staged during one. Guarded by the lock. */
  private int checkpoints;

  /**
   * @param engine owned by this object from now on
   * @param memory owned by this object from now on
   * @param family whose rows usually live for less than a second
   * @param keeps whether rows are staged; false where each write is synced, which gains nothing by
   *     it. Rows that another process left are taken over in either case
   * @throws StoreException if the engine cannot take the rows that a killed process left in memory
   */
  public StagingEngine(Engine engine, StagingMemory memory, Family family, boolean keeps) {
    super(engine);
    this.keeps = keeps;
    this.family = family;
    this.memory = memory;
    SlotArray slots = new SlotArray(memory);
    this.rows = new StagedRows(family, slots);
    takeOver(engine, slots);
    try (Cursor flushed = super.scan(family, Keys.all())) {
      rows.grew(keys(flushed));
    }
  }

  private void takeOver(Engine engine, SlotArray slots) {
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

  /** The engine below does not know the staged rows. */
  @Override
  public boolean isAbsent(Family of, byte[] key) {
    return of != family && super.isAbsent(of, key);
  }

  @Override
  public int get(Family of, byte[] key, byte[] value) {
    byte[] staged = of == family ? rows.get(key) : null;
    if (staged == null) {
      return super.get(of, key, value);
    }
    System.arraycopy(staged, 0, value, 0, Math.min(staged.length, value.length));
    return staged.length;
  }

  @Override
  public List<byte @Nullable []> getAll(Family of, List<byte[]> keys) {
    if (of != family) {
      return super.getAll(of, keys);
    }
    // Reads staged rows first: a row that is flushed meanwhile is then found in one of the two.
    List<byte @Nullable []> staged = new ArrayList<>();
    keys.forEach(key -> staged.add(rows.get(key)));
    List<byte @Nullable []> values = new ArrayList<>(super.getAll(of, keys));
    for (int i = 0; i < values.size(); i++) {
      byte[] ofStaged = staged.get(i);
      if (ofStaged != null) {
        values.set(i, ofStaged.clone());
      }
    }
    return values;
  }

  @Override
  public void write(WriteRecords records, boolean sync) {
    if (sync) {
      flushAll(); // a synced write makes all earlier writes durable
    }
    if (!records.has(family)) {
      super.write(records, sync);
    } else if (records.deletesRangeOf(family) || !writeBesideOthers(records, sync)) {
      writeAlone(records, sync);
    }
  }

  /** Returns false, without effect, if all writers are busy or an earlier write failed. */
  private boolean writeBesideOthers(WriteRecords records, boolean sync) {
    writes.readLock().lock();
    try {
      if (closed) {
        super.write(records, sync); // throws: the engine is closed
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
        super.write(write.passed(), sync);
        committed = true;
      } finally {
        rows.end(write, committed);
      }
      return true;
    } finally {
      writes.readLock().unlock();
    }
  }

  private void writeAlone(WriteRecords records, boolean sync) {
    alone(
        () -> {
          flush(0);
          writeBelow(records, sync);
          rows.grew(records);
        });
  }

  /**
   * Requires the exclusive lock. After this write, earlier failed writes can no longer take effect.
   */
  private void writeBelow(WriteRecords records, boolean sync) {
    super.write(records, sync);
    if (!closed) {
      rows.forgetFailed();
    }
  }

  private void alone(Runnable action) {
    writes.writeLock().lock();
    try {
      action.run();
    } finally {
      writes.writeLock().unlock();
    }
  }

  /** Flushes all rows that are staged now. Other writes run between its batches. */
  private void flushAll() {
    List<byte[]> keys = rows.atLeast(0, Integer.MAX_VALUE);
    for (int from = 0; from < keys.size(); from += ROWS_AT_A_TIME) {
      List<byte[]> some = keys.subList(from, Math.min(from + ROWS_AT_A_TIME, keys.size()));
      alone(
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
      rows.grew(staged);
    }
  }

  @Override
  public void sync() {
    flushAll();
    super.sync();
  }

  /**
   * In a range without staged rows, the result is a consistent snapshot only if nothing writes
   * there meanwhile.
   */
  @Override
  public Cursor scan(Family of, KeyRange range) {
    if (of != family || !rows.hasAny(range)) {
      return super.scan(of, range);
    }
    writes.writeLock().lock();
    try {
      return new MergedCursor(rows.copy(range), super.scan(of, range));
    } finally {
      writes.writeLock().unlock();
    }
  }

  @Override
  public Snapshot snapshot() {
    writes.writeLock().lock();
    try {
      return new Merged(rows, super.snapshot());
    } finally {
      writes.writeLock().unlock();
    }
  }

  @Override
  public void ingest(Family of, KeyRange range, Path file) {
    if (of != family) {
      super.ingest(of, range, file);
      return;
    }
    alone(
        () -> {
          flush(0);
          try {
            super.ingest(of, range, file);
          } finally {
            learnFlushed(range);
          }
        });
  }

  private void learnFlushed(KeyRange range) {
    try (Cursor flushed = super.scan(family, range)) {
      rows.grew(keys(flushed));
    } catch (StoreException e) {
      rows.anyMayBeFlushed();
      throw e;
    }
  }

  @Override
  public void tend() {
    super.tend();
    rows.tick();
    try {
      boolean wereMore = true;
      while (wereMore) {
        wereMore = flushSomeAlone();
      }
    } catch (StoreException e) {
      failure = e;
    }
  }

  /** Flushes one batch, as writes wait meanwhile. */
  private boolean flushSomeAlone() {
    if (rows.atLeast(STAGED_TICKS, 1).isEmpty()) {
      return false;
    }
    writes.writeLock().lock();
    try {
      return !closed && flushSome(STAGED_TICKS);
    } finally {
      writes.writeLock().unlock();
    }
  }

  @Override
  public @Nullable StoreException backgroundFailure() {
    StoreException own = failure;
    return own == null ? super.backgroundFailure() : own;
  }

  @Override
  public void recover() {
    super.recover();
    failure = null;
  }

  @Override
  public StoreStatistics statistics() {
    StoreStatistics below = super.statistics();
    return family == Family.ENTRIES
        ? new StoreStatistics(
            below.estimatedEntries() + rows.size(),
            below.diskBytes(),
            below.freeBytes(),
            below.reservedBytes(),
            below.totalBytes())
        : below;
  }

  @Override
  public void checkpoint(Path directory) {
    alone(
        () -> {
          flush(0);
          checkpoints++;
        });
    try {
      super.checkpoint(directory);
    } finally {
      alone(() -> checkpoints--);
    }
  }

  @Override
  public void close() {
    alone(
        () -> {
          if (closed) {
            return;
          }
          try {
            flush(0);
            super.sync();
          } catch (StoreException e) {
            LOG.warn("staged rows not flushed on close; the next open recovers them", e);
          } finally {
            closed = true;
            memory.close();
          }
        });
    super.close();
  }

  /** The staged and flushed rows at one moment. */
  private final class Merged implements Snapshot {
    private final NavigableMap<byte[], StagedRow> staged;
    private final Snapshot flushed;

    Merged(StagedRows rows, Snapshot flushed) {
      this.staged = rows.copy(Keys.all());
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
