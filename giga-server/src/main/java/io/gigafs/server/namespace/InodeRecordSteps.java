package io.gigafs.server.namespace;

import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.CommitStep.AdjustLinkCount;
import io.gigafs.protocol.transaction.CommitStep.AdjustLinkCount.Change;
import io.gigafs.protocol.transaction.CommitStep.PromoteToInode;
import io.gigafs.protocol.transaction.FileCopy;
import io.gigafs.server.entry.FileRows;
import io.gigafs.server.transaction.NamespaceTransaction.Participant;

/** Creates the steps that namespace transactions take at inode records. */
final class InodeRecordSteps {
  private InodeRecordSteps() {}

  /**
   * Adjusts the link count of a file that has an inode record.
   *
   * @param onlyOwner whether the caller has to own the file
   */
  static Participant count(FileCopy file, Change change, boolean onlyOwner, long nowNanos) {
    return at(file, new AdjustLinkCount(change, onlyOwner, nowNanos));
  }

  /** Moves a file to an inode record, with the given link count. */
  static Participant make(FileCopy file, int links, long nowNanos) {
    return at(file, new PromoteToInode(FileRows.withLinks(file, links, nowNanos)));
  }

  private static Participant at(FileCopy file, CommitStep step) {
    return new Participant(file.attributes().inode(), PartitionIndex.ZEROTH, step);
  }
}
