package io.gigafs.tablefs.engine.cache;

import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.ForwardingEngine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An engine that caches recently written or read entry rows in native memory. A cache hit takes a
 * twentieth of the time of a lookup in the memtables, files and filters of a log-structured store.
 * A filter of all keys proves that an entry does not exist, which each create asks first.
 *
 * <p>Thread-safe. Scans and snapshots bypass the cache. A range deletion or an ingest clears it,
 * which is rare, because partitions seldom move.
 */
public final class CachingEngine extends ForwardingEngine {
  private final RowCache cache;
  private final KeyFilterManager keys;

  /** The notes of the last write, for reuse by the next one. */
  private final AtomicReference<@Nullable WrittenEntries> spareEntries = new AtomicReference<>();

  /**
   * @param engine owned by this object from now on
   * @param rowBytes native memory for rows
   * @param keyBytes memory for the filter of keys
   */
  public CachingEngine(Engine engine, long rowBytes, long keyBytes) {
    super(engine);
    this.cache = new RowCache(rowBytes);
    this.keys = new KeyFilterManager(engine, keyBytes);
  }

  /** Native memory of all row caches of this process, bytes. */
  public static long openBytes() {
    return NativeTable.openBytes();
  }

  @Override
  public int get(Family family, byte[] key, byte[] value) {
    if (family != Family.ENTRIES) {
      return super.get(family, key, value);
    }
    long hash = RowCache.hash(key, 0, key.length);
    // Asked first, because the filter is small enough for the CPU caches.
    if (keys.isAbsent(hash)) {
      return NOT_FOUND;
    }
    int cached = cache.get(hash, key, value);
    if (cached != RowCache.UNKNOWN) {
      return cached;
    }
    long stamp = cache.stamp(hash);
    int length = super.get(family, key, value);
    if (length != NOT_FOUND && length <= value.length) {
      cache.fill(hash, key, value, length, stamp, cache.newNumber());
    }
    return length;
  }

  @Override
  public boolean isAbsent(Family family, byte[] key) {
    return family == Family.ENTRIES
        ? keys.isAbsent(RowCache.hash(key, 0, key.length))
        : super.isAbsent(family, key);
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> wanted) {
    if (family != Family.ENTRIES) {
      return super.getAll(family, wanted);
    }
    List<byte @Nullable []> values = new ArrayList<>(wanted.size());
    List<byte[]> unknown = new ArrayList<>();
    byte[] buffer = new byte[Bucket.BYTES];
    for (byte[] key : wanted) {
      long hash = RowCache.hash(key, 0, key.length);
      int length = keys.isAbsent(hash) ? NOT_FOUND : cache.get(hash, key, buffer);
      if (length == RowCache.UNKNOWN) {
        unknown.add(key);
      }
      values.add(length < 0 ? null : Arrays.copyOf(buffer, length));
    }
    List<byte @Nullable []> found = getAndFill(unknown);
    for (int i = 0, next = 0; next < found.size(); i++) {
      if (wanted.get(i) == unknown.get(next)) {
        values.set(i, found.get(next++));
      }
    }
    return values;
  }

  private List<byte @Nullable []> getAndFill(List<byte[]> unknown) {
    long[] hashes = new long[unknown.size()];
    Arrays.setAll(hashes, i -> RowCache.hash(unknown.get(i), 0, unknown.get(i).length));
    long[] stamps = Arrays.stream(hashes).map(cache::stamp).toArray();
    List<byte @Nullable []> values = super.getAll(Family.ENTRIES, unknown);
    long read = cache.newNumber();
    for (int i = 0; i < stamps.length; i++) {
      byte[] value = values.get(i);
      if (value != null) {
        cache.fill(hashes[i], unknown.get(i), value, value.length, stamps[i], read);
      }
    }
    return values;
  }

  @Override
  public void write(WriteRecords records, boolean sync) {
    if (!records.has(Family.ENTRIES)) {
      super.write(records, sync);
      return;
    }
    WrittenEntries spare = spareEntries.getAndSet(null);
    WrittenEntries entries = spare == null ? new WrittenEntries() : spare;
    keys.during(
        () -> {
          entries.note(records, cache, keys);
          super.write(records, sync);
          entries.applyTo(cache, records);
        });
    spareEntries.set(entries);
  }

  @Override
  public void ingest(Family family, KeyRange range, Path file) {
    if (family != Family.ENTRIES) {
      super.ingest(family, range, file);
      return;
    }
    try {
      keys.duringIngest(range, () -> super.ingest(family, range, file));
    } finally {
      cache.clear();
    }
  }

  @Override
  public void tend() {
    super.tend();
    keys.tend();
  }

  @Override
  public void recover() {
    try {
      super.recover();
    } finally {
      cache.clear();
    }
    keys.recovered();
  }

  @Override
  public void close() {
    super.close();
    cache.close();
    keys.close();
  }
}
