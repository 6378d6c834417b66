package io.gigafs.tablefs.engine.front;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreStatistics;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.EngineGate;
import io.gigafs.tablefs.engine.ForwardingEngine;
import io.gigafs.tablefs.engine.Snapshot;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * The front of a store's engine. It decides once for each call what answers it: the key filter and
 * the row cache (entries), the staging area (open state), or the engine.
 *
 * <p>A read takes the first of filter, cache, staged rows and engine that knows the row. A write is
 * admitted by the {@link EngineGate}, holds its lock of writes, adds its keys to the filter, passes
 * rows that need not be staged to the engine in one atomic write, and then updates the cache. After
 * a failed write or sync no write is admitted until {@link #recover} succeeds, because the contents
 * of the disk are unknown meanwhile.
 *
 * <p>Thread-safe; for open state see {@link StagingArea}. Owns the staging area, the engine and the
 * cache: {@link #close} flushes what is staged, and closes them in this order, also after a
 * failure.
 */
public final class EngineFront extends ForwardingEngine {
  private final Engine engine;
  private final EngineGate gate;
  private final String name;
  private final @Nullable StagingArea staging;
  private final @Nullable EntryCache cache;
  private final AtomicLong writtenBytes = new AtomicLong();

  private EngineFront(Builder parts, @Nullable StagingArea staging) {
    super(parts.engine);
    this.engine = parts.engine;
    this.gate = engine.gate();
    this.name = parts.name;
    this.staging = staging;
    this.cache =
        parts.rowBytes == 0
            ? null
            : new EntryCache(
                parts.rowBytes, parts.keyBytes, gate, range -> scan(Family.ENTRIES, range));
  }

  /** A front over an engine, without cache and staging area unless they are added. */
  public static Builder over(Engine engine) {
    return new Builder(engine);
  }

  /** Collects the parts of a front, which owns them from {@link #open} on. */
  public static final class Builder {
    private final Engine engine;
    private String name = "the store";
    private long rowBytes;
    private long keyBytes;
    private @Nullable StagingMemory memory;
    private Family stagedFamily = Family.HOLDS;
    private boolean stages;

    private Builder(Engine engine) {
      this.engine = engine;
    }

    /** The name of the store, for messages. */
    public Builder name(String newName) {
      name = newName;
      return this;
    }

    /**
     * Caches entries.
     *
     * @param newRowBytes native memory for rows; 0 for no cache and no key filter
     * @param newKeyBytes memory for the filter of keys
     */
    public Builder caching(long newRowBytes, long newKeyBytes) {
      rowBytes = newRowBytes;
      keyBytes = newKeyBytes;
      return this;
    }

    /**
     * Stages short-lived rows.
     *
     * @param newMemory where the rows are, and maybe those of a process that died
     * @param family whose rows usually live for less than a second
     * @param keeps whether rows are staged; false where each write is synced, which gains nothing
     *     by it. Rows that another process left are taken over in either case
     */
    public Builder staging(StagingMemory newMemory, Family family, boolean keeps) {
      memory = newMemory;
      stagedFamily = family;
      stages = keeps;
      return this;
    }

    /**
     * Opens the front. Closes its parts if that fails.
     *
     * @throws StoreException if the engine cannot take the rows that a killed process left in
     *     memory
     */
    public EngineFront open() {
      StagingArea staging = null;
      try {
        StagingMemory ofStaging = memory;
        if (ofStaging != null) {
          staging = new StagingArea(engine, ofStaging, stagedFamily, stages);
        }
        return new EngineFront(this, staging);
      } catch (RuntimeException e) {
        if (staging != null) {
          staging.close();
        } else if (memory != null) {
          memory.close();
        }
        engine.close();
        throw e;
      }
    }
  }

  /** Native memory of all row caches of this process, bytes. */
  static long openCacheBytes() {
    return NativeTable.openBytes();
  }

  /** Why nothing can be written, or null. */
  public @Nullable StoreException failure() {
    return gate.failure();
  }

  /** Records a failure of background work, if there was one. */
  public void checkBackground() {
    if (gate.failure() == null) {
      StoreException found = backgroundFailure();
      if (found != null) {
        gate.failed(found);
      }
    }
  }

  /** Fails if nothing can be written. */
  public void checkWritable() {
    gate.checkWritable(name);
  }

  /** Bytes written since the store was opened. */
  public long writtenBytes() {
    return writtenBytes.get();
  }

  private @Nullable EntryCache cacheOf(Family family) {
    return family == Family.ENTRIES ? cache : null;
  }

  private @Nullable StagingArea stagingOf(Family family) {
    StagingArea area = staging;
    return area != null && area.isOf(family) ? area : null;
  }

  @Override
  public int get(Family family, byte[] key, byte[] value) {
    EntryCache entries = cacheOf(family);
    if (entries == null) {
      return getUncached(family, key, value);
    }
    long hash = EntryCache.hash(key);
    int known = entries.get(hash, key, value);
    if (known != RowCache.UNKNOWN) {
      return known;
    }
    long stamp = entries.stamp(hash);
    int length = getUncached(family, key, value);
    if (length != NOT_FOUND && length <= value.length) {
      entries.fill(hash, key, value, length, stamp);
    }
    return length;
  }

  private int getUncached(Family family, byte[] key, byte[] value) {
    StagingArea area = stagingOf(family);
    byte[] staged = area == null ? null : area.get(key);
    if (staged == null) {
      return engine.get(family, key, value);
    }
    System.arraycopy(staged, 0, value, 0, Math.min(staged.length, value.length));
    return staged.length;
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
    EntryCache entries = cacheOf(family);
    return entries == null
        ? getAllUncached(family, keys)
        : entries.getAll(keys, unknown -> getAllUncached(family, unknown));
  }

  private List<byte @Nullable []> getAllUncached(Family family, List<byte[]> keys) {
    StagingArea area = stagingOf(family);
    return area == null ? engine.getAll(family, keys) : area.getAll(keys);
  }

  /** The engine does not know staged rows. */
  @Override
  public boolean isAbsent(Family family, byte[] key) {
    EntryCache entries = cacheOf(family);
    return entries == null
        ? stagingOf(family) == null && engine.isAbsent(family, key)
        : entries.isAbsent(EntryCache.hash(key));
  }

  @Override
  public void write(WriteRecords records, boolean sync) {
    checkWritable();
    try {
      writeAdmitted(records, sync);
      writtenBytes.addAndGet(records.bytes());
    } catch (StoreException e) {
      gate.failed(e);
      throw e;
    }
  }

  private void writeAdmitted(WriteRecords records, boolean sync) {
    StagingArea area = staging;
    if (sync && area != null) {
      area.flushAll(); // a synced write makes all earlier writes durable
    }
    boolean isCached = cache != null && records.has(Family.ENTRIES);
    boolean isStaged = area != null && area.isIn(records);
    if (!isCached && !isStaged) {
      engine.write(records, sync); // nothing above the engine knows these rows
      return;
    }
    boolean mustRunAlone = area != null && area.mustRunAlone(records);
    if (mustRunAlone || !writeUnder(gate.writing(), records, sync, false)) {
      writeUnder(gate.exclusive(), records, sync, true);
    }
  }

  /** Returns false, without effect, if the write must run alone. */
  private boolean writeUnder(Lock lock, WriteRecords records, boolean sync, boolean isAlone) {
    lock.lock();
    try {
      EntryCache entries = records.has(Family.ENTRIES) ? cache : null;
      WrittenEntries written = entries == null ? null : entries.begin(records);
      if (!writeToEngine(records, sync, isAlone)) {
        return false;
      }
      if (entries != null && written != null) {
        entries.end(written, records);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private boolean writeToEngine(WriteRecords records, boolean sync, boolean isAlone) {
    StagingArea area = staging;
    if (area == null || !area.isIn(records)) {
      engine.write(records, sync);
      return true;
    }
    if (isAlone) {
      area.writeAlone(records, sync);
      return true;
    }
    return area.writeBesideOthers(records, sync);
  }

  @Override
  public void sync() {
    checkWritable();
    try {
      StagingArea area = staging;
      if (area != null) {
        area.flushAll();
      }
      engine.sync();
    } catch (StoreException e) {
      gate.failed(e);
      throw e;
    }
  }

  @Override
  public Cursor scan(Family family, KeyRange range) {
    StagingArea area = stagingOf(family);
    return area == null ? engine.scan(family, range) : area.scan(range);
  }

  @Override
  public Snapshot snapshot() {
    StagingArea area = staging;
    return area == null ? engine.snapshot() : area.snapshot();
  }

  @Override
  public void ingest(Family family, KeyRange range, Path file) {
    checkWritable();
    EntryCache entries = cacheOf(family);
    if (entries == null) {
      ingestUncached(family, range, file);
    } else {
      entries.ingest(range, () -> ingestUncached(family, range, file));
    }
  }

  private void ingestUncached(Family family, KeyRange range, Path file) {
    StagingArea area = stagingOf(family);
    if (area == null) {
      engine.ingest(family, range, file);
    } else {
      area.ingest(range, () -> engine.ingest(family, range, file));
    }
  }

  @Override
  public void maintain() {
    engine.maintain();
    StagingArea area = staging;
    if (area != null) {
      area.maintain();
    }
    EntryCache entries = cache;
    if (entries != null) {
      entries.maintain();
    }
  }

  @Override
  public @Nullable StoreException backgroundFailure() {
    StagingArea area = staging;
    StoreException ofStaging = area == null ? null : area.failure();
    return ofStaging == null ? engine.backgroundFailure() : ofStaging;
  }

  @Override
  public void recover() {
    EntryCache entries = cache;
    try {
      engine.recover();
    } finally {
      if (entries != null) {
        entries.clear();
      }
    }
    StagingArea area = staging;
    if (area != null) {
      area.recovered();
    }
    if (entries != null) {
      entries.recovered();
    }
    gate.recovered();
  }

  @Override
  public void checkpoint(Path directory) {
    checkWritable();
    StagingArea area = staging;
    if (area == null) {
      engine.checkpoint(directory);
    } else {
      area.checkpoint(() -> engine.checkpoint(directory));
    }
  }

  @Override
  public StoreStatistics statistics() {
    StoreStatistics below = engine.statistics();
    StagingArea area = stagingOf(Family.ENTRIES);
    return area == null
        ? below
        : new StoreStatistics(
            below.estimatedEntries() + area.size(),
            below.diskBytes(),
            below.freeBytes(),
            below.reservedBytes(),
            below.totalBytes());
  }

  @Override
  public void close() {
    StagingArea area = staging;
    EntryCache entries = cache;
    try {
      if (area != null) {
        area.close();
      }
    } finally {
      try {
        engine.close();
      } finally {
        if (entries != null) {
          entries.close();
        }
      }
    }
  }
}
