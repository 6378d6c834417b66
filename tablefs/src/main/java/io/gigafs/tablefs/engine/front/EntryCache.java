package io.gigafs.tablefs.engine.front;

import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.EngineGate;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is known of entry rows without asking the engine: a filter of all keys, which proves that an
 * entry does not exist and is asked first by each create, and recently written or read rows. A hit
 * saves a lookup in the memtables, files and filters of a log-structured store.
 *
 * <p>Thread-safe. Scans and snapshots bypass it. A range deletion or an ingest drops all rows,
 * which is rare, because partitions seldom move.
 */
final class EntryCache implements AutoCloseable {
  private final RowCache rows;
  private final KeyFilterManager keys;

  /** The notes of the last write, for reuse by the next one. */
  private final AtomicReference<@Nullable WrittenEntries> spareEntries = new AtomicReference<>();

  /**
   * @param rowBytes native memory for rows
   * @param keyBytes memory for the filter of keys
   * @param scanner scans a range of entries
   */
  EntryCache(long rowBytes, long keyBytes, EngineGate gate, Function<KeyRange, Cursor> scanner) {
    this.rows = new RowCache(rowBytes);
    this.keys = new KeyFilterManager(gate, scanner, keyBytes);
  }

  /** The hash of a key, which the other methods take. */
  static long hash(byte[] key) {
    return RowCache.hash(key, 0, key.length);
  }

  /**
   * Copies the value of a row into a buffer.
   *
   * @return the length of the value, bytes; {@link Engine#NOT_FOUND} if there is certainly no such
   *     row; or {@link RowCache#UNKNOWN}
   */
  int get(long hash, byte[] key, byte[] value) {
    // The filter is asked first: it is small enough for the CPU caches.
    return keys.isAbsent(hash) ? Engine.NOT_FOUND : rows.get(hash, key, value);
  }

  /** Whether there is certainly no row whose key has this hash. */
  boolean isAbsent(long hash) {
    return keys.isAbsent(hash);
  }

  /** The stamp to take before reading an unknown row from the engine. */
  long stamp(long hash) {
    return rows.stamp(hash);
  }

  /** Adds a row that was read from the engine after the stamp was taken. */
  void fill(long hash, byte[] key, byte[] value, int length, long stamp) {
    rows.fill(hash, key, value, length, stamp, rows.newNumber());
  }

  /**
   * Reads many rows.
   *
   * @param reader reads the unknown ones from the engine
   * @return see {@link Engine#getAll}
   */
  List<byte @Nullable []> getAll(
      List<byte[]> wanted, Function<List<byte[]>, List<byte @Nullable []>> reader) {
    List<byte @Nullable []> values = new ArrayList<>(wanted.size());
    List<byte[]> unknown = new ArrayList<>();
    byte[] buffer = new byte[Bucket.BYTES];
    for (byte[] key : wanted) {
      int length = get(hash(key), key, buffer);
      if (length == RowCache.UNKNOWN) {
        unknown.add(key);
      }
      values.add(length < 0 ? null : Arrays.copyOf(buffer, length));
    }
    List<byte @Nullable []> found = getAndFill(unknown, reader);
    for (int i = 0, next = 0; next < found.size(); i++) {
      if (wanted.get(i) == unknown.get(next)) {
        values.set(i, found.get(next++));
      }
    }
    return values;
  }

  private List<byte @Nullable []> getAndFill(
      List<byte[]> unknown, Function<List<byte[]>, List<byte @Nullable []>> reader) {
    long[] hashes = unknown.stream().mapToLong(EntryCache::hash).toArray();
    long[] stamps = Arrays.stream(hashes).map(rows::stamp).toArray();
    List<byte @Nullable []> values = reader.apply(unknown);
    long read = rows.newNumber();
    for (int i = 0; i < stamps.length; i++) {
      byte[] value = values.get(i);
      if (value != null) {
        rows.fill(hashes[i], unknown.get(i), value, value.length, stamps[i], read);
      }
    }
    return values;
  }

  /**
   * Takes notes of the entries of a write before the engine applies it. The caller holds the lock
   * of writes until {@link #end}.
   */
  WrittenEntries begin(WriteRecords records) {
    WrittenEntries spare = spareEntries.getAndSet(null);
    WrittenEntries entries = spare == null ? new WrittenEntries() : spare;
    entries.note(records, rows, keys);
    return entries;
  }

  /** Follows a write that the engine has applied. Not called after a failed write. */
  void end(WrittenEntries entries, WriteRecords records) {
    entries.applyTo(rows, records);
    spareEntries.set(entries);
  }

  /** Runs an ingest of entries into the engine. */
  void ingest(KeyRange range, Runnable ingest) {
    try {
      keys.duringIngest(range, ingest);
    } finally {
      rows.clear();
    }
  }

  /** Continues building the filter. Called by one thread. */
  void maintain() {
    keys.maintain();
  }

  /** Drops all rows: a recovery of the engine undoes failed writes. */
  void clear() {
    rows.clear();
  }

  /** Called after the engine has recovered. */
  void recovered() {
    keys.recovered();
  }

  @Override
  public void close() {
    rows.close();
    keys.close();
  }
}
