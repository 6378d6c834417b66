package io.gigafs.index;

/**
 * A GIGA+ partition: it holds the names whose low {@code depth} hash bits equal the index.
 *
 * @param depth the number of hash bits that the partition fixes, at most {@link
 *     PartitionIndex#MAX_DEPTH}
 */
public record Partition(PartitionIndex index, int depth) {
  /** The one partition of an unsplit directory. */
  public static final Partition WHOLE = new Partition(PartitionIndex.ZEROTH, 0);

  public Partition {
    if (depth < 0 || depth > PartitionIndex.MAX_DEPTH || index.value() >>> depth != 0) {
      throw new IllegalArgumentException("no partition has index " + index + " and depth " + depth);
    }
  }

  /**
   * The partition of an index right after the split that created it: the highest bit of the index
   * is the last that it fixes.
   */
  public static Partition atBirth(PartitionIndex index) {
    return new Partition(index, Integer.SIZE - Integer.numberOfLeadingZeros(index.value()));
  }

  public boolean owns(long hash) {
    return (hash & mask()) == index.value();
  }

  public boolean canSplit() {
    return depth < PartitionIndex.MAX_DEPTH;
  }

  /** The partition that a split creates: it takes the names whose hash bit {@code depth} is set. */
  public Partition child() {
    return new Partition(new PartitionIndex(index.value() + (1 << depth)), depth + 1);
  }

  /** The remainder of this partition after a split. */
  public Partition afterSplit() {
    return new Partition(index, depth + 1);
  }

  /** The interval of positions that the partition holds. */
  public PositionRange range() {
    long first = Long.reverse(index.value());
    long width = depth == 0 ? -1 : -1L >>> depth;
    return new PositionRange(new Position(first), new Position(first | width));
  }

  private long mask() {
    return (1L << depth) - 1;
  }
}
