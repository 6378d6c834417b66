package io.gigafs.server.commit;

import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.CommitStep;
import io.gigafs.protocol.CountName;
import io.gigafs.protocol.CountName.Change;
import io.gigafs.protocol.FileCopy;
import io.gigafs.protocol.MakeHome;

/** The steps that changes of names take at a file's own place. */
final class HomeSteps {
  private HomeSteps() {}

  /**
   * Counts a name of a file that has a place of its own.
   *
   * @param onlyOwner whether the caller has to own the file
   */
  static Part count(FileCopy file, Change change, boolean onlyOwner, long nowNanos) {
    return at(file, new CountName(change, onlyOwner, nowNanos));
  }

  /** Gives a file a place of its own, when it has so many names. */
  static Part make(FileCopy file, int links, long nowNanos) {
    return at(file, new MakeHome(FileRows.withLinks(file, links, nowNanos)));
  }

  private static Part at(FileCopy file, CommitStep step) {
    return new Part(file.attributes().inode(), PartitionIndex.ZEROTH, step);
  }
}
