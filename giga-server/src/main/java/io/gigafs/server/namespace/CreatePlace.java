package io.gigafs.server.namespace;

import io.gigafs.index.PartitionIndex;

/**
 * Place of one of the files of a create as a sortable number: the lane in the upper 16 bits, the
 * partition in the next 32, then the index of the file.
 */
final class CreatePlace {
  private static final int LANE_SHIFT = 48;
  private static final int PARTITION_SHIFT = 16;
  private static final int CREATE_MASK = (1 << PARTITION_SHIFT) - 1;

  private CreatePlace() {}

  static long of(int lane, PartitionIndex partition, int create) {
    return (long) lane << LANE_SHIFT
        | Integer.toUnsignedLong(partition.value()) << PARTITION_SHIFT
        | create;
  }

  static int laneOf(long place) {
    return (int) (place >>> LANE_SHIFT);
  }

  static int createOf(long place) {
    return (int) place & CREATE_MASK;
  }
}
