package io.gigafs.tablefs.engine.front;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.EngineGate;
import io.gigafs.tablefs.schema.KeyRange;
import io.gigafs.tablefs.schema.Keys;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proves for nearly all missing entry keys, with one lookup in memory, that an engine does not have
 * them. It keeps a filter of all keys that the engine has or had.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>The active filter contains every key of the engine's entries. A write adds its keys before
 *       it puts them.
 *   <li>So does the filter under construction, except for keys beyond the position of its scan. The
 *       scan begins when no write is running that does not know this filter.
 * </ol>
 *
 * <p>Deleted keys stay in the filter. A full filter is rebuilt. During the rebuild, and if the keys
 * exceed its memory, the false positive rate grows, and the engine has to be asked for these keys.
 * Thread-safe.
 */
final class KeyFilterManager implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KeyFilterManager.class);

  /** Rows that are scanned on opening, which delays it by some milliseconds. */
  private static final int FIRST_ROWS = 10_000;

  /** Rows that are scanned once a second, in the background. */
  private static final int ROWS = 400_000;

  /** Filters are replaced while no write runs, so that no write knows only the old ones. */
  private final EngineGate gate;

  private final Function<KeyRange, Cursor> scanner;
  private final long mostBytes;
  private final AtomicInteger ingests = new AtomicInteger();

  /** Null until the first filter is complete. */
  private volatile @Nullable KeyFilters complete;

  private volatile @Nullable KeyFilters building;

  /** The last key that the scan has read. */
  private byte @Nullable [] passed;

  /**
   * @param scanner scans a range of entries
   * @param mostBytes memory of a filter; two exist during a rebuild
   */
  KeyFilterManager(EngineGate gate, Function<KeyRange, Cursor> scanner, long mostBytes) {
    this.gate = gate;
    this.scanner = scanner;
    this.mostBytes = mostBytes;
    this.building = new KeyFilters(mostBytes);
    scan(FIRST_ROWS);
  }

  /** Whether there is certainly no entry whose key has this hash. */
  boolean isAbsent(long hash) {
    KeyFilters known = complete;
    return known != null && ingests.get() == 0 && !known.mayHave(hash);
  }

  /**
   * Adds the hash of a key. A write adds all its keys before it calls the engine, and holds the
   * lock of writes until it has followed up: filters are not replaced meanwhile. An ingest adds its
   * keys after the engine has them, without the lock: until it ends no key counts as absent, and a
   * filter begun later scans its rows.
   *
   * @return whether there was certainly no entry whose key has this hash
   */
  boolean add(long hash) {
    // In this order: a filter that is completed in between is seen as complete, if not as building.
    KeyFilters next = building;
    KeyFilters known = complete;
    // Read before the filter: keys of earlier ingests are in the filter.
    boolean isConclusive = ingests.get() == 0;
    if (next != null) {
      next.add(hash);
    }
    return known != null && known.add(hash) && isConclusive;
  }

  /** Runs an ingest, whose keys are not known in advance. No key counts as absent meanwhile. */
  void duringIngest(KeyRange range, Runnable ingest) {
    ingests.incrementAndGet();
    try {
      ingest.run();
    } finally {
      // If this fails, no key counts as absent any more: slow, but never wrong.
      addAll(range);
      ingests.decrementAndGet();
    }
  }

  private void addAll(KeyRange range) {
    try (Cursor rows = scanner.apply(range)) {
      while (rows.next()) {
        byte[] key = rows.key();
        add(RowCache.hash(key, 0, key.length));
      }
    }
  }

  /** Continues building a filter, or starts a new one if that is due. Called by one thread. */
  void maintain() {
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

  /** Restarts the scan after a recovery of the engine, if an earlier scan failed. */
  void recovered() {
    if (complete == null) {
      begin();
    }
  }

  private void begin() {
    gate.exclusively(
        () -> {
          building = new KeyFilters(mostBytes);
          passed = null;
        });
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
          "cannot scan the keys for the key filter; creates stay slower until the store recovers"
              + " or is reopened",
          e);
      building = null;
      passed = null;
    }
  }

  private void scan(KeyFilters next, int most) {
    KeyRange left = passed == null ? Keys.all() : Keys.all().after(passed);
    try (Cursor rows = scanner.apply(left)) {
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
    gate.exclusively(
        () -> {
          complete = best;
          building = null;
          passed = null;
        });
  }

  /** Drops the filters, so that every lookup reaches the engine, which rejects it once closed. */
  @Override
  public void close() {
    gate.exclusively(
        () -> {
          complete = null;
          building = null;
        });
  }
}
