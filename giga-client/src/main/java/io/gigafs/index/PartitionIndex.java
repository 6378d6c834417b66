package io.gigafs.index;

import org.jspecify.annotations.Nullable;

/**
 * The GIGA+ index of a partition within its directory.
 *
 * @param value 0..65,535
 */
public record PartitionIndex(int value) implements Comparable<PartitionIndex> {
  /** The maximum depth of splits: 2^16 partitions. */
  public static final int MAX_DEPTH = 16;

  /**
   * Cache of indexes, filled on demand. Racing threads may fill an element twice, which is
   * harmless.
   */
  private static final @Nullable PartitionIndex[] KNOWN = new PartitionIndex[1 << MAX_DEPTH];

  /** The partition that every directory starts with. */
  public static final PartitionIndex ZEROTH = of(0);

  public PartitionIndex {
    if (value < 0 || value >= 1 << MAX_DEPTH) {
      throw new IllegalArgumentException(
          "a partition index is 0 to " + ((1 << MAX_DEPTH) - 1) + ", not " + value);
    }
  }

  /** A cached index, so that lookups in a map allocate nothing. */
  static PartitionIndex of(int value) {
    PartitionIndex known = KNOWN[value];
    if (known == null) {
      known = new PartitionIndex(value);
      KNOWN[value] = known;
    }
    return known;
  }

  /**
   * The partition whose split created this one: the same index without its highest bit. The zeroth
   * has none.
   */
  public PartitionIndex parent() {
    if (value == 0) {
      throw new IllegalStateException("the zeroth partition was made by no split");
    }
    return new PartitionIndex(value - Integer.highestOneBit(value));
  }

  @Override
  public int compareTo(PartitionIndex other) {
    return Integer.compare(value, other.value);
  }

  @Override
  public String toString() {
    return Integer.toString(value);
  }
}
