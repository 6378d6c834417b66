package io.gigafs.tablefs.engine.cache;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import io.gigafs.tablefs.schema.Keys;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows of nearly all keys that an engine has no entry of them, by one look into memory: a filter
 * of all keys that it has or had.
 *
 * <p>Invariants: 1. The filter that is asked has every key of the engine's entries, from before the
 * write that puts it. 2. So has the one that is being made, but for those behind the place that the
 * scan has come to. The scan begins when no write is under way that has not heard of the filter.
 *
 * <p>Keys that are deleted stay in the filter. Once it is full it is made anew; meanwhile, and if
 * the keys are too many for its memory, more and more of them seem to be there that are not, for
 * which the engine has to be asked. Safe for use by several threads.
 */
final class KeyFilterManager implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KeyFilterManager.class);

  /** For so many rows a store may wait when it is opened: some milliseconds. */
  private static final int FIRST_ROWS = 10_000;

  /** Likewise for once a second, in the background. */
  private static final int ROWS = 400_000;

  private final Engine engine;
  private final long mostBytes;

  /** Writes share it; held alone to change the filters, so that no write knows but the old ones. */
  private final ReadWriteLock writes = new ReentrantReadWriteLock();

  private final AtomicInteger ingests = new AtomicInteger();

  /** Null until the first one is made. */
  private volatile @Nullable KeyFilters complete;

  private volatile @Nullable KeyFilters building;

  /** The last key that the scan has seen. */
  private byte @Nullable [] passed;

  /**
   * @param mostBytes memory that a filter may take; while it is made anew there are two
   */
  KeyFilterManager(Engine engine, long mostBytes) {
    this.engine = engine;
    this.mostBytes = mostBytes;
    this.building = new KeyFilters(mostBytes);
    scan(FIRST_ROWS);
  }

  /** Whether there is no entry for sure whose key has that hash. */
  boolean isAbsent(long hash) {
    KeyFilters known = complete;
    return known != null && ingests.get() == 0 && !known.mayHave(hash);
  }

  /**
   * Runs a write, all keys of which are added while it runs, before the engine has them; and what
   * has to be done after each write before the filter is another one.
   */
  void during(Runnable write) {
    writes.readLock().lock();
    try {
      write.run();
    } finally {
      writes.readLock().unlock();
    }
  }

  /**
   * Adds the hash of a key of the write that runs.
   *
   * @return whether there was no entry for sure whose key has that hash
   */
  boolean add(long hash) {
    // In this order: one that is finished in between has it as the one, if not as the other.
    KeyFilters next = building;
    KeyFilters known = complete;
    // Before the filter: what was ingested until then is in it.
    boolean isTold = ingests.get() == 0;
    if (next != null) {
      next.add(hash);
    }
    return known != null && known.add(hash) && isTold;
  }

  /** Runs an ingest, whose keys are not known before; no key is absent meanwhile. */
  void duringIngest(KeyRange range, Runnable ingest) {
    ingests.incrementAndGet();
    try {
      ingest.run();
    } finally {
      // Should this fail, no key is ever absent again: that is slow, and never wrong.
      addAll(range);
      ingests.decrementAndGet();
    }
  }

  private void addAll(KeyRange range) {
    try (Cursor rows = engine.scan(Family.ENTRIES, range)) {
      while (rows.next()) {
        byte[] key = rows.key();
        add(RowCache.hash(key, 0, key.length));
      }
    }
  }

  /** Goes on making a filter, or begins with a new one if that is due. Called by one thread. */
  void tend() {
    KeyFilters known = complete;
    if (known != null) {
      known.prepare();
    }
    KeyFilters next = building;
    if (next != null) {
      next.prepare();
    }
    if (building == null && known != null && known.hasOverflowed() && !known.isAsGoodAsNew()) {
      begin();
    }
    scan(ROWS);
  }

  /** The engine has recovered: what could not be looked through may be whole again. */
  void recovered() {
    if (complete == null) {
      begin();
    }
  }

  private void begin() {
    writes.writeLock().lock();
    try {
      building = new KeyFilters(mostBytes);
      passed = null;
    } finally {
      writes.writeLock().unlock();
    }
  }

  private void scan(int most) {
    KeyFilters next = building;
    if (next == null) {
      return;
    }
    try {
      scan(next, most);
    } catch (StoreException e) {
      LOG.warn(
          "creates are slower until the store is opened again or has recovered: its keys cannot be"
              + " looked through",
          e);
      building = null;
      passed = null;
    }
  }

  private void scan(KeyFilters next, int most) {
    KeyRange left = passed == null ? Keys.all() : Keys.all().after(passed);
    try (Cursor rows = engine.scan(Family.ENTRIES, left)) {
      for (int i = 0; i < most; i++) {
        if (!rows.next()) {
          finish(next);
          return;
        }
        byte[] key = rows.key();
        passed = key;
        next.add(RowCache.hash(key, 0, key.length));
      }
    }
  }

  private void finish(KeyFilters made) {
    KeyFilters known = complete;
    KeyFilters best = known != null && made.lacksHeap() ? known : made;
    best.startsFromHere();
    writes.writeLock().lock();
    try {
      complete = best;
      building = null;
      passed = null;
    } finally {
      writes.writeLock().unlock();
    }
  }

  /** From now on the engine is asked for each key, as one that is closed refuses that. */
  @Override
  public void close() {
    writes.writeLock().lock();
    try {
      complete = null;
      building = null;
    } finally {
      writes.writeLock().unlock();
    }
  }
}
