package io.gigafs.server.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.transaction.FreezePartitionRequest;
import io.gigafs.protocol.transaction.FreezePartitionRequest.FreezePartitionResult;
import io.gigafs.protocol.transaction.MovePartitionRequest;
import io.gigafs.protocol.transaction.ReleasePartitionRequest;
import io.gigafs.protocol.transaction.UpdatePartitionRequest.UpdatePartitionResult;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests to all partitions of a directory while its dentry is locked. */
final class DirectoryWalks {
  private static final long WALK_MILLIS = 5_000;
  private static final long RELEASE_MILLIS = 10_000;

  private final ServerContext context;

  DirectoryWalks(ServerContext context) {
    this.context = context;
  }

  /** Receives on the lane whether all partitions carried out the request. */
  @FunctionalInterface
  interface Completion {
    void ended(boolean done, CommitBatch commitBatch);
  }

  /** Receives the result of a freeze on the lane. */
  @FunctionalInterface
  interface Frozen {
    /**
     * Called once all partitions have answered.
     *
     * @param reached the partitions to release afterwards
     * @param empty whether all of them are empty; null if unknown
     */
    void ended(List<PartitionIndex> reached, @Nullable Boolean empty, CommitBatch commitBatch);
  }

  /**
   * Updates the place of the directory's dentry in all its partitions, and ends what earlier
   * changes left behind there.
   *
   * @param changedNanos the dentry's ctime, ns since the epoch
   */
  void place(
      Lane lane,
      InodeId directory,
      long notice,
      InodeId parent,
      Name name,
      long changedNanos,
      Completion then) {
    PartitionWalk.<UpdatePartitionResult>start(
        lane,
        context.messenger(),
        index -> new MovePartitionRequest(directory, index, notice, parent, name, changedNanos),
        UpdatePartitionResult::map,
        context.in(WALK_MILLIS),
        (commitBatch, reached, results, failure) -> then.ended(failure == null, commitBatch));
  }

  /** Freezes the partitions that are empty: they refuse changes. */
  void freeze(Lane lane, InodeId directory, long transaction, Name name, Frozen then) {
    PartitionWalk.<FreezePartitionResult>start(
        lane,
        context.messenger(),
        index -> new FreezePartitionRequest(directory, index, transaction, name),
        FreezePartitionResult::map,
        context.in(WALK_MILLIS),
        (commitBatch, reached, results, failure) ->
            then.ended(
                reached,
                failure == null
                    ? Boolean.valueOf(results.stream().allMatch(FreezePartitionResult::empty))
                    : null,
                commitBatch));
  }

  /**
   * Releases or drops frozen partitions. A partition that misses the request asks for the outcome
   * itself.
   *
   * @param removedNanos when the directory was removed, null if it was not
   */
  void release(
      InodeId directory,
      List<PartitionIndex> frozen,
      long transaction,
      @Nullable Long removedNanos) {
    for (PartitionIndex index : frozen) {
      var unused =
          context
              .messenger()
              .ask(
                  new ReleasePartitionRequest(directory, index, transaction, removedNanos),
                  context.in(RELEASE_MILLIS));
    }
  }
}
