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
 * An engine that keeps rows of one family in memory for their first second or two: most are deleted
 * by then, and a log-structured store need never hear of them.
 *
 * <p>The memory outlives the process. Each write that changes it also puts a row with its number
 * into the engine below, so that after the process died at any point the next one knows which
 * writes were committed: they have all of their effect or none, as ever. The machine's end loses
 * what is young.
 *
 * <p>Young rows that get older, that are to be synced, or do not fit, go to the engine below, too.
 * Two writes of one row of the family are never to be under way at once: only a file's lane writes
 * who holds it.
 */
public final class StagingEngine extends ForwardingEngine {
  private static final Logger LOG = LoggerFactory.getLogger(StagingEngine.class);

  /** Rows that saw so many ticks are not young any more: between one and two seconds. */
  private static final int YOUNG_TICKS = 2;

  /** For so many rows that move at a time writes may wait: about a millisecond. */
  private static final int ROWS_AT_A_TIME = 256;

  private final Family family;
  private final boolean keeps;
  private final StagingMemory memory;
  private final StagedRows rows;

  /** Writes share it; held alone where what is young and what is not must not change. */
  private final ReadWriteLock writes = new ReentrantReadWriteLock();

  private volatile @Nullable StoreException failure;

  /** Guarded by the lock. */
  private boolean closed;

  /** How many checkpoints are being made: they have nothing that is young. Guarded by the lock. */
  private int checkpoints;

  /**
   * @param engine that now belongs to it
   * @param memory likewise
   * @param family whose rows are seldom old
   * @param keeps whether rows are kept: not where each write waits for the disk, which gains
   *     nothing by it; what another process left is taken over all the same
   * @throws StoreException if the engine does not take what the memory has from a process that died
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
      // In one write: should the process die now, what is taken over is not taken over again.
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

  /** The engine behind this does not know of young rows. */
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
    // Before the engine below: a row that moves meanwhile is found in one of them.
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
      flushAll(); // as earlier writes are to be on the disk, too
    }
    if (!records.has(family)) {
      super.write(records, sync);
    } else if (records.deletesRangeOf(family) || !writeBesideOthers(records, sync)) {
      writeAlone(records, sync);
    }
  }

  /** Returns false, and has done nothing, if too many others write, or a write failed. */
  private boolean writeBesideOthers(WriteRecords records, boolean sync) {
    writes.readLock().lock();
    try {
      if (closed) {
        super.write(records, sync); // which fails as it should
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

  /** To be called alone: what failed before and is in no log by now never will be. */
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

  /** Moves all rows that are young now; others write between its parts. */
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

  /** Moves all rows that saw so many ticks to the engine below. To be called alone. */
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
      // Should the process die here, the next one finds the rows in both places: it takes them
      // over.
      rows.grew(staged);
    }
  }

  @Override
  public void sync() {
    flushAll();
    super.sync();
  }

  /** Of a range that holds no young row it is one moment only if nobody writes there meanwhile. */
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

  /** Some at a time, as writes wait meanwhile. */
  private boolean flushSomeAlone() {
    if (rows.atLeast(YOUNG_TICKS, 1).isEmpty()) {
      return false;
    }
    writes.writeLock().lock();
    try {
      return !closed && flushSome(YOUNG_TICKS);
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
            LOG.warn("what is young stays in memory until the store is opened again", e);
          } finally {
            closed = true;
            memory.close();
          }
        });
    super.close();
  }

  /** The rows of both at one moment. */
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
