package io.gigafs.tablefs.engine.cache;

import io.gigafs.tablefs.engine.Slice;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;

/**
 * The entries that a write puts and deletes, as they were before it; made to be reused. Belongs to
 * one thread at a time.
 */
final class WrittenEntries {
  /** With more it is made small again. */
  private static final int MAX_KEPT = 1 << 12;

  private static final int FIRST = 64;

  private long[] hashes = new long[FIRST];
  private long[] stamps = new long[FIRST];
  private boolean[] areNew = new boolean[FIRST];
  private int count;

  /** Takes the stamps of all entries' places, and makes the keys of those known that are put. */
  void note(WriteRecords records, RowCache cache, KeyFilterManager keys) {
    count = 0;
    makeRoomFor(records.size());
    records.forEach(new Notes(cache, keys));
  }

  /** Does to the cache what was done to the engine. */
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

  /** Takes note of each entry. */
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
        // After the stamp: who finds the row in the engine from here on touches its place.
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

  /** Takes over what was put, and forgets what was deleted. */
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
