package io.gigafs.tablefs.store;

import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.engine.Slice;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Keys;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * An index of the last record of each entry among a batch's records. It creates no object for an
 * entry, because the records contain the keys: a table of offsets with open addressing. Not
 * thread-safe.
 *
 * <p>Invariant: the offset of a key's last record, if any, is between the slot of the key's hash
 * and the next empty slot.
 */
final class EntryRecords {
  /** No record. No record has this offset: the bytes begin with a header. */
  static final int NONE = 0;

  private static final int FIRST_SLOTS = 256;

  /**
   * A larger table is shrunk after several consecutive batches that leave most of it empty.
   * Clearing takes time proportional to its size, but growing it again takes longer.
   */
  private static final int KEPT_SLOTS = 2_048;

  private static final int MOSTLY_EMPTY = 8;
  private static final int SMALL_BATCHES = 32;

  /** An odd number without pattern, which moves differences into the highest bits. */
  private static final long MIXER = 0x9e3779b97f4a7c15L;

  private final WriteRecords records;
  private final Slice key = new Slice();

  /** The length is a power of two. At most half of it is used. */
  private int[] places = new int[FIRST_SLOTS];

  private int used;

  /** Consecutive batches that left most of the table empty. */
  private int smallBatches;

  EntryRecords(WriteRecords records) {
    this.records = records;
  }

  /** The offset of the last record of an entry, or {@link #NONE}. */
  int find(EntryKey entry) {
    return places[slotOf(entry.encoded())];
  }

  /**
   * Sets the last record of an entry.
   *
   * @param place the value of {@link WriteRecords#bytes} before the record was added
   */
  void put(EntryKey entry, int place) {
    int slot = slotOf(entry.encoded());
    if (places[slot] == NONE) {
      used++;
    }
    places[slot] = place;
    if (used > places.length / 2) {
      spread(2 * places.length);
    }
  }

  /** Removes some entries. */
  void removeIf(Predicate<EntryKey> isRemoved) {
    for (int slot = 0; slot < places.length; slot++) {
      int place = places[slot];
      if (place != NONE) {
        records.keyAt(place, key);
        if (isRemoved.test(Keys.entry(key.toByteArray()))) {
          places[slot] = NONE;
          used--;
        }
      }
    }
    // Entries behind a removed one may now belong nearer to their first slot.
    spread(places.length);
  }

  /** The slot of a key, or the empty slot for it. */
  private int slotOf(byte[] encoded) {
    int slot = firstSlot(Keys.mixed(encoded, 0));
    while (places[slot] != NONE && !isOf(places[slot], encoded)) {
      slot = next(slot);
    }
    return slot;
  }

  private boolean isOf(int place, byte[] encoded) {
    records.keyAt(place, key);
    int end = key.start() + key.length();
    return Arrays.equals(key.array(), key.start(), end, encoded, 0, encoded.length);
  }

  private int firstSlot(long mixed) {
    return (int) ((mixed * MIXER) >>> (Long.numberOfLeadingZeros(places.length) + 1));
  }

  private int next(int slot) {
    return (slot + 1) & (places.length - 1);
  }

  /** Moves all offsets to a new table. */
  private void spread(int slots) {
    int[] old = places;
    places = new int[slots];
    for (int place : old) {
      if (place != NONE) {
        records.keyAt(place, key);
        int slot = firstSlot(Keys.mixed(key.array(), key.start()));
        while (places[slot] != NONE) {
          slot = next(slot);
        }
        places[slot] = place;
      }
    }
  }

  /** Removes all entries, when the records are cleared. */
  void clear() {
    boolean isTooLarge = places.length > KEPT_SLOTS && used < places.length / MOSTLY_EMPTY;
    smallBatches = isTooLarge ? smallBatches + 1 : 0;
    if (smallBatches == SMALL_BATCHES) {
      places = new int[Math.max(FIRST_SLOTS, places.length / MOSTLY_EMPTY)];
      smallBatches = 0;
    } else if (used > 0) {
      Arrays.fill(places, NONE);
    }
    used = 0;
  }
}
