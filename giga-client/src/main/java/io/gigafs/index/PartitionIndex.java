package io.gigafs.index;

/**
 * The GIGA+ index of a partition within its directory.
 *
 * @param value 0..65,535
 */
public record PartitionIndex(int value) implements Comparable<PartitionIndex> {
  /** The deepest that a directory splits: 2^16 partitions. */
  public static final int MAX_DEPTH = 16;

  /** The partition that every directory starts with. */
  public static final PartitionIndex ZEROTH = new PartitionIndex(0);

  public PartitionIndex {
    if (value < 0 || value >= 1 << MAX_DEPTH) {
      throw new IllegalArgumentException(
          "a partition index is 0 to " + ((1 << MAX_DEPTH) - 1) + ", not " + value);
    }
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
