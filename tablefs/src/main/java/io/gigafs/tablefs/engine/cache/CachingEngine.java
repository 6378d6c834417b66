package io.gigafs.tablefs.engine.cache;

import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.ForwardingEngine;
import io.gigafs.tablefs.engine.Slice;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An engine that keeps rows of entries which were written or read lately in native memory: one is
 * found there in a twentieth of the time that a log-structured store takes to look through its
 * memory tables, files and their filters. Rows that are not there are not remembered.
 *
 * <p>Scans and snapshots pass it by. A range that is deleted or taken over from a file empties it:
 * partitions seldom move.
 */
public final class CachingEngine extends ForwardingEngine {
  private final RowCache cache;

  /**
   * @param engine that now belongs to it
   * @param mostBytes memory that rows may take
   */
  public CachingEngine(Engine engine, long mostBytes) {
    super(engine);
    this.cache = new RowCache(mostBytes);
  }

  /** Native memory that the caches of this process have, bytes. */
  public static long openBytes() {
    return NativeTable.openBytes();
  }

  @Override
  public int get(Family family, byte[] key, byte[] value) {
    if (family != Family.ENTRIES) {
      return super.get(family, key, value);
    }
    int cached = cache.get(key, value);
    if (cached != RowCache.UNKNOWN) {
      return cached;
    }
    long stamp = cache.stamp(key, 0, key.length);
    int length = super.get(family, key, value);
    if (length != NOT_FOUND && length <= value.length) {
      cache.fill(key, value, length, stamp);
    }
    return length;
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
    if (family != Family.ENTRIES) {
      return super.getAll(family, keys);
    }
    List<byte @Nullable []> values = new ArrayList<>(keys.size());
    List<byte[]> unknown = new ArrayList<>();
    byte[] buffer = new byte[Bucket.BYTES];
    for (byte[] key : keys) {
      int length = cache.get(key, buffer);
      if (length == RowCache.UNKNOWN) {
        unknown.add(key);
      }
      values.add(length == RowCache.UNKNOWN ? null : Arrays.copyOf(buffer, length));
    }
    List<byte @Nullable []> found = getAndFill(unknown);
    for (int i = 0, next = 0; next < found.size(); i++) {
      if (keys.get(i) == unknown.get(next)) {
        values.set(i, found.get(next++));
      }
    }
    return values;
  }

  private List<byte @Nullable []> getAndFill(List<byte[]> keys) {
    long[] stamps = new long[keys.size()];
    Arrays.setAll(stamps, i -> cache.stamp(keys.get(i), 0, keys.get(i).length));
    List<byte @Nullable []> values = super.getAll(Family.ENTRIES, keys);
    for (int i = 0; i < stamps.length; i++) {
      byte[] value = values.get(i);
      if (value != null) {
        cache.fill(keys.get(i), value, value.length, stamps[i]);
      }
    }
    return values;
  }

  @Override
  public void write(WriteRecords records, boolean sync) {
    if (!records.hasEntries()) {
      super.write(records, sync);
      return;
    }
    long[] stamps = new long[records.size()];
    records.forEach(new Before(stamps));
    super.write(records, sync);
    records.forEach(new After(stamps, cache.newWrite()));
  }

  @Override
  public void ingest(Family family, KeyRange range, Path file) {
    try {
      super.ingest(family, range, file);
    } finally {
      cache.clear();
    }
  }

  @Override
  public void recover() {
    try {
      super.recover();
    } finally {
      cache.clear();
    }
  }

  @Override
  public void close() {
    super.close();
    cache.close();
  }

  /** Takes the stamps of all entries' places. */
  private final class Before implements WriteRecords.Visitor {
    private final long[] stamps;
    private int next;

    Before(long[] stamps) {
      this.stamps = stamps;
    }

    @Override
    public void put(Family family, Slice key, Slice value) {
      stamp(family, key);
    }

    @Override
    public void delete(Family family, Slice key) {
      stamp(family, key);
    }

    @Override
    public void deleteRange(Family family, Slice first, Slice end) {}

    private void stamp(Family family, Slice key) {
      if (family == Family.ENTRIES) {
        stamps[next++] = cache.stamp(key.array(), key.start(), key.length());
      }
    }
  }

  /** Does to the cache what was done to the engine. */
  private final class After implements WriteRecords.Visitor {
    private final long[] stamps;
    private final long write;
    private int next;

    After(long[] stamps, long write) {
      this.stamps = stamps;
      this.write = write;
    }

    @Override
    public void put(Family family, Slice key, Slice value) {
      if (family == Family.ENTRIES) {
        cache.put(key, value, stamps[next++], write);
      }
    }

    @Override
    public void delete(Family family, Slice key) {
      if (family == Family.ENTRIES) {
        next++;
        cache.remove(key, write);
      }
    }

    @Override
    public void deleteRange(Family family, Slice first, Slice end) {
      if (family == Family.ENTRIES) {
        cache.clear();
      }
    }
  }
}
