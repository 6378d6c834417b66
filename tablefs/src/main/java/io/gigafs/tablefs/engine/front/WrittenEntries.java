package io.gigafs.tablefs.engine.front;

import io.gigafs.tablefs.engine.Slice;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;

/**
 * The entries that a write puts and deletes, with their state before it. Designed for reuse. Not
 * thread-safe.
 */
final class WrittenEntries {
  /** Larger arrays are shrunk again. */
  private static final int MAX_KEPT = 1 << 12;

  private static final int FIRST = 64;

  private long[] hashes = new long[FIRST];
  private long[] stamps = new long[FIRST];
  private boolean[] areNew = new boolean[FIRST];
  private int count;

  /** Takes the stamps of all entries, and adds the keys of puts to the key filter. */
  void note(WriteRecords records, RowCache cache, KeyFilterManager keys) {
    count = 0;
    makeRoomFor(records.size());
    records.forEach(new Notes(cache, keys));
  }

  /** Applies the write to the cache, after it was applied to the engine. */
  void applyTo(RowCache cache, WriteRecords records) {
    records.forEach(new Rows(cache));
  }

  private void makeRoomFor(int entries) {
    if (hashes.length < entries || (hashes.length > MAX_KEPT && entries <= MAX_KEPT)) {
      int size = Math.max(FIRST, Integer.highestOneBit(Math.max(1, entries - 1)) << 1);
      hashes = new long[size];
      stamps = new long[size];
      areNew = new boolean[size];
    }
  }

  /** Notes each entry. */
  private final class Notes implements WriteRecords.Visitor {
    private final RowCache cache;
    private final KeyFilterManager keys;

    Notes(RowCache cache, KeyFilterManager keys) {
      this.cache = cache;
      this.keys = keys;
    }

    @Override
    public void put(Family family, Slice key, Slice value) {
      if (family == Family.ENTRIES) {
        long hash = note(key);
        // After the stamp: a reader that finds the row in the engine from here on touches its
        // bucket.
        areNew[count++] = keys.add(hash);
      }
    }

    @Override
    public void delete(Family family, Slice key) {
      if (family == Family.ENTRIES) {
        note(key);
        areNew[count++] = false;
      }
    }

    @Override
    public void deleteRange(Family family, Slice first, Slice end) {}

    private long note(Slice key) {
      long hash = RowCache.hash(key);
      hashes[count] = hash;
      stamps[count] = cache.stamp(hash);
      return hash;
    }
  }

  /** Adds the rows that were put, and removes those that were deleted. */
  private final class Rows implements WriteRecords.Visitor {
    private final RowCache cache;
    private final long write;
    private int next;

    Rows(RowCache cache) {
      this.cache = cache;
      this.write = cache.newNumber();
    }

    @Override
    public void put(Family family, Slice key, Slice value) {
      if (family == Family.ENTRIES) {
        cache.put(hashes[next], key, value, stamps[next], areNew[next], write);
        next++;
      }
    }

    @Override
    public void delete(Family family, Slice key) {
      if (family == Family.ENTRIES) {
        cache.remove(hashes[next], key, write);
        next++;
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
