package io.gigafs.cluster;

import java.util.Arrays;

/**
 * Maps each slot to its owner, an index into the view's list of servers. Immutable.
 *
 * <p>The number of slots is a power of two from 1 to 65,536 and never changes once a cluster is
 * formatted.
 */
public final class SlotTable {
  public static final int MAX_SLOTS = 1 << 16;
  public static final int DEFAULT_SLOTS = 64;

  private final int[] owners;

  private SlotTable(int[] owners) {
    this.owners = owners;
  }

  /** A table of owner indexes, which are copied. */
  public static SlotTable of(int... owners) {
    checkSlots(owners.length);
    return new SlotTable(owners.clone());
  }

  /**
   * Assigns slots to servers round-robin, so that the consecutive slots of a small directory lie on
   * different servers.
   */
  public static SlotTable interleaved(int slots, int servers) {
    checkSlots(slots);
    int[] owners = new int[slots];
    for (int slot = 0; slot < slots; slot++) {
      owners[slot] = slot % servers;
    }
    return new SlotTable(owners);
  }

  /**
   * Checks a number of slots.
   *
   * @throws IllegalArgumentException unless it is a power of two from 1 to 65,536
   */
  public static void checkSlots(int slots) {
    if (slots < 1 || slots > MAX_SLOTS || Integer.bitCount(slots) != 1) {
      throw new IllegalArgumentException(
          "slots is a power of two from 1 to " + MAX_SLOTS + ", not " + slots);
    }
  }

  public int slots() {
    return owners.length;
  }

  /** The index of the slot's owner in the list of servers. */
  public int ownerOf(int slot) {
    return owners[slot];
  }

  /** The number of slots that the owner at an index has. */
  public int ownedBy(int place) {
    int owned = 0;
    for (int owner : owners) {
      if (owner == place) {
        owned++;
      }
    }
    return owned;
  }

  /** A copy of the owner indexes, by slot. */
  public int[] toArray() {
    return owners.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SlotTable that && Arrays.equals(owners, that.owners);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(owners);
  }

  @Override
  public String toString() {
    return owners.length + " slots";
  }
}
