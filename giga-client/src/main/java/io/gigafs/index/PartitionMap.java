package io.gigafs.index;

import java.util.stream.Stream;

/**
 * The partitions of a directory as someone knows them: a bitmap of existing indices. Immutable.
 *
 * <p>Maps only gain bits, so any two maps of one directory merge by OR. A stale map is not wrong:
 * it names partitions that exist and whose owners know better.
 */
public final class PartitionMap {
  /** The map of a directory that never split, and of whoever knows nothing yet. */
  public static final PartitionMap UNSPLIT = new PartitionMap();

  private PartitionMap() {}

  /** Whether the partition is known to exist. */
  public boolean contains(PartitionIndex index) {
    throw new UnsupportedOperationException();
  }

  /**
   * The partition that, by this map, holds the names of this hash: its low bits, the highest
   * cleared until the index exists.
   */
  public PartitionIndex indexOf(long hash) {
    throw new UnsupportedOperationException();
  }

  /** A known partition with the depth that this map gives it. */
  public Partition partition(PartitionIndex index) {
    throw new UnsupportedOperationException();
  }

  /** This map with one more partition, whose parent must be known. */
  public PartitionMap with(PartitionIndex child) {
    throw new UnsupportedOperationException();
  }

  /** All that either map knows; this very map if the other adds nothing. */
  public PartitionMap merge(PartitionMap other) {
    throw new UnsupportedOperationException();
  }

  /** How many partitions are known. */
  public int size() {
    throw new UnsupportedOperationException();
  }

  /** The known partitions in ascending order of index. */
  public Stream<PartitionIndex> indices() {
    throw new UnsupportedOperationException();
  }

  /** The compact encoding, the same for equal maps. */
  public byte[] encode() {
    throw new UnsupportedOperationException();
  }

  /**
   * The map of an encoding.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static PartitionMap decode(byte[] encoded) {
    throw new UnsupportedOperationException();
  }
}
