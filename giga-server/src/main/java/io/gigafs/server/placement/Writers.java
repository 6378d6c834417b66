package io.gigafs.server.placement;

import io.gigafs.index.Name;
import io.gigafs.server.hold.FileHolds;
import io.gigafs.server.hold.PartitionHolds;
import io.gigafs.server.lane.PartitionState;

/**
 * Who could write to a file's object when its volume was asked about it: what the volume says is
 * the last word only if nobody could since. Used in turns of the file's lane.
 *
 * @param holds of the partition that had the file
 * @param isAny whether somebody could
 * @param opened how many writers had been noted in the partition
 */
record Writers(PartitionHolds holds, boolean isAny, long opened) {
  static Writers of(PartitionState partition, Name name) {
    PartitionHolds holds = partition.holds();
    return new Writers(holds, isAny(partition, name), holds.writersOpened());
  }

  static boolean isAny(PartitionState partition, Name name) {
    FileHolds file = partition.holds().find(name);
    return file != null && file.hasWriter();
  }

  /**
   * Whether nobody could write then, nor ever since, nor can. A writer of any file counts: files
   * that nobody has open are not told apart.
   */
  @SuppressWarnings("ReferenceEquality") // another partition counts its own writers
  boolean areNoneSince(PartitionState partition, Name name) {
    return !isAny
        && partition.holds() == holds
        && holds.writersOpened() == opened
        && !isAny(partition, name);
  }
}
