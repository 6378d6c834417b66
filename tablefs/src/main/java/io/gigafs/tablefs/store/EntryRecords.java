package io.gigafs.tablefs.store;

import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.engine.Slice;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Keys;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Where the last record of each entry is among a batch's records. Makes no object for an entry, as
 * the records have the keys already: a table of places, with open addressing. Belongs to one
 * thread.
 *
 * <p>Invariant: from the slot of a key's hash on, up to the first empty slot, is the place of its
 * last record, if it has one.
 */
final class EntryRecords {
  /** There is no record. No record is there: the bytes begin with a header. */
  static final int NONE = 0;

  private static final int FIRST_SLOTS = 256;

  /**
   * A table that grew larger is made small again when some batches on end leave most of it empty:
   * clearing it takes as long as it is large, and to have it grow again takes longer.
   */
  private static final int KEPT_SLOTS = 2_048;

  private static final int MOSTLY_EMPTY = 8;
  private static final int SMALL_BATCHES = 32;

  /** An odd number without pattern, which brings what differs into the highest bits. */
  private static final long MIXER = 0x9e3779b97f4a7c15L;

  private final WriteRecords records;
  private final Slice key = new Slice();

  /** A power of two of them, at most half of them used. */
  private int[] places = new int[FIRST_SLOTS];

  private int used;

  /** So many batches on end left most of the table empty. */
  private int smallBatches;

  EntryRecords(WriteRecords records) {
    this.records = records;
  }

  /** The place of the last record of an entry, or {@link #NONE}. */
  int find(EntryKey entry) {
    return places[slotOf(entry.encoded())];
  }

  /**
   * Notes the last record of an entry.
   *
   * @param place what {@link WriteRecords#bytes} was before the record was added
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

  /** Forgets some entries. */
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
    // What stood behind one that is gone may stand nearer to its first slot now.
    spread(places.length);
  }

  /** The slot with the place of a key, or the empty one where it would be. */
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

  /** Puts all places into a new table. */
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

  /** Forgets all, as the records are cleared. */
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
