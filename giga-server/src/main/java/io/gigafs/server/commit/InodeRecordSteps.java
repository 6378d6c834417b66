package io.gigafs.server.commit;

import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.AdjustLinkCount;
import io.gigafs.protocol.AdjustLinkCount.Change;
import io.gigafs.protocol.CommitStep;
import io.gigafs.protocol.FileCopy;
import io.gigafs.protocol.PromoteToInode;

/** The steps that changes of names take at a file's own place. */
final class InodeRecordSteps {
  private InodeRecordSteps() {}

  /**
   * Counts a name of a file that has a place of its own.
   *
   * @param onlyOwner whether the caller has to own the file
   */
  static Participant count(FileCopy file, Change change, boolean onlyOwner, long nowNanos) {
    return at(file, new AdjustLinkCount(change, onlyOwner, nowNanos));
  }

  /** Gives a file a place of its own, when it has so many names. */
  static Participant make(FileCopy file, int links, long nowNanos) {
    return at(file, new PromoteToInode(FileRows.withLinks(file, links, nowNanos)));
  }

  private static Participant at(FileCopy file, CommitStep step) {
    return new Participant(file.attributes().inode(), PartitionIndex.ZEROTH, step);
  }
}
