package io.gigafs.server.file;

import io.gigafs.index.Name;
import io.gigafs.server.data.Measures;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.openstate.OpenState;
import io.gigafs.server.openstate.OpenState.LockWaiter;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Effects of a session's open state shrinking: waiting lock requests are granted. Used on the
 * file's lane.
 */
final class OpenStateChanges {
  private OpenStateChanges() {}

  /** Stores a session's changed open state of a file, and grants locks that have become free. */
  static void changed(
      PartitionState partition, Name name, OpenState file, long session, CommitBatch commitBatch) {
    partition.openState().write(commitBatch.batch(), name, session);
    partition.openStateChanged(commitBatch);
    grantToWaiting(partition, name, file, commitBatch);
  }

  private static void grantToWaiting(
      PartitionState partition, Name name, OpenState file, CommitBatch commitBatch) {
    List<LockWaiter> inOrder = new ArrayList<>(file.waiting());
    for (LockWaiter waiter : inOrder) {
      if (waiter instanceof WaitingRequest request
          && request.isThere()
          && waiter.attempt().isFree(file)) {
        file.waiting().remove(waiter);
        waiter.attempt().take(file);
        partition.openState().write(commitBatch.batch(), name, waiter.attempt().session());
        request.grant(
            partition,
            ByteRangeLockOperations.taken(waiter.attempt(), name, file, partition, commitBatch),
            commitBatch);
      }
    }
  }

  /**
   * Releases a dead session's open state in a partition, except where a transaction holds the name.
   */
  static void lapse(
      PartitionState partition, long session, Measures measures, CommitBatch commitBatch) {
    for (Name name : partition.openState().namesHeldBy(session)) {
      OpenState file = partition.openState().find(name);
      if (file != null && !partition.isBlocked(name)) {
        file.closeAll(session);
        changed(partition, name, file, session, commitBatch);
        Attributes left = commitBatch.batch().getEntry(partition.keyOf(name));
        if (left != null && StoredFiles.isStored(left)) {
          if (file.hasWriter()) {
            measures.countSoon(partition, name, left, commitBatch);
          } else {
            measures.settleSoon(partition, name, left, commitBatch);
          }
        }
      }
    }
  }
}
