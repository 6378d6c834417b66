package io.gigafs.server.placement;

import io.gigafs.index.Name;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.openstate.OpenState;
import io.gigafs.server.openstate.PartitionOpenState;

/**
 * Who could change a file's object when its volume was asked about it: what the volume says is the
 * final only if nobody could since. Servers that have it cut are among them. Used on the file's
 * lane.
 *
 * @param holds of the partition that had the file
 * @param inode of the file
 * @param isAny whether somebody could
 * @param opened how many writers had been noted in the partition
 */
record Writers(PartitionOpenState holds, long inode, boolean isAny, long opened) {
  static Writers of(PartitionState partition, Name name, long inode) {
    PartitionOpenState holds = partition.holds();
    return new Writers(holds, inode, isAny(partition, name, inode), holds.writersOpened());
  }

  /** Who else can, if the object is to be cut from now until {@link #endCut}. */
  static Writers beginCut(PartitionState partition, Name name, long inode) {
    PartitionOpenState holds = partition.holds();
    boolean isAny = isAny(partition, name, inode);
    holds.beginCut(inode);
    return new Writers(holds, inode, isAny, holds.writersOpened());
  }

  void endCut() {
    holds.endCut(inode);
  }

  static boolean isAny(PartitionState partition, Name name, long inode) {
    OpenState file = partition.holds().find(name);
    return (file != null && file.hasWriter()) || partition.holds().isBeingCut(inode);
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
        && !isAny(partition, name, inode);
  }
}
