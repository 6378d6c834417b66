package io.gigafs.server.data;

import io.gigafs.index.Name;
import io.gigafs.server.openstate.OpenState;
import io.gigafs.server.openstate.PartitionOpenState;
import io.gigafs.server.partition.PartitionState;

/**
 * The possible writers of a file's object when its volume was asked about it. The answer is final
 * only if no write was possible since. Servers that truncate the object count as writers. Used on
 * the file's lane.
 *
 * @param openState open state of the partition that had the file
 * @param inode of the file
 * @param isAny whether there was any possible writer
 * @param opened number of writers that the partition had recorded
 */
record Writers(PartitionOpenState openState, long inode, boolean isAny, long opened) {
  static Writers of(PartitionState partition, Name name, long inode) {
    PartitionOpenState openState = partition.openState();
    return new Writers(openState, inode, isAny(partition, name, inode), openState.writersOpened());
  }

  /** Other possible writers, if the object is truncated from now until {@link #endCut}. */
  static Writers beginCut(PartitionState partition, Name name, long inode) {
    PartitionOpenState openState = partition.openState();
    boolean isAny = isAny(partition, name, inode);
    openState.beginCut(inode);
    return new Writers(openState, inode, isAny, openState.writersOpened());
  }

  void endCut() {
    openState.endCut(inode);
  }

  static boolean isAny(PartitionState partition, Name name, long inode) {
    OpenState file = partition.openState().find(name);
    return (file != null && file.hasWriter()) || partition.openState().isBeingCut(inode);
  }

  /**
   * Whether no write was possible then, or since then, or is now. A writer of any file of the
   * partition counts, as files that are not open are not tracked separately.
   */
  @SuppressWarnings("ReferenceEquality") // another partition counts its own writers
  boolean areNoneSince(PartitionState partition, Name name) {
    return !isAny
        && partition.openState() == openState
        && openState.writersOpened() == opened
        && !isAny(partition, name, inode);
  }
}
