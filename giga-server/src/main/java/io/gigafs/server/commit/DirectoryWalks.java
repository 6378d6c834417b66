package io.gigafs.server.commit;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.FreezePartitionRequest;
import io.gigafs.protocol.FreezePartitionResult;
import io.gigafs.protocol.MovePartitionRequest;
import io.gigafs.protocol.ReleasePartitionRequest;
import io.gigafs.protocol.UpdatePartitionResult;
import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.Lane;
import io.gigafs.server.transaction.PartitionWalk;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is asked of all partitions of a directory while its entry is held. */
final class DirectoryWalks {
  private static final long WALK_MILLIS = 5_000;
  private static final long RELEASE_MILLIS = 10_000;

  private final CommitContext context;

  DirectoryWalks(CommitContext context) {
    this.context = context;
  }

  /** Told on the lane whether all partitions did what they were asked. */
  @FunctionalInterface
  interface Told {
    void ended(boolean done, CommitBatch commitBatch);
  }

  /** Likewise, of a freeze. */
  @FunctionalInterface
  interface Frozen {
    /**
     * All partitions have answered.
     *
     * @param reached those to be released again
     * @param empty whether all of them are; null if that is not known
     */
    void ended(List<PartitionIndex> reached, @Nullable Boolean empty, CommitBatch commitBatch);
  }

  /**
   * Tells the partitions where the directory's entry is, and ends what others left behind.
   *
   * @param changedNanos the entry's ctime, ns since the epoch
   */
  void place(
      Lane lane,
      InodeId directory,
      long notice,
      InodeId parent,
      Name name,
      long changedNanos,
      Told then) {
    PartitionWalk.<UpdatePartitionResult>start(
        lane,
        context.messenger(),
        index -> new MovePartitionRequest(directory, index, notice, parent, name, changedNanos),
        UpdatePartitionResult::map,
        context.in(WALK_MILLIS),
        (commitBatch, reached, results, failure) -> then.ended(failure == null, commitBatch));
  }

  /** Has the partitions refuse changes if they are empty. */
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
   * Lets frozen partitions go on, or drops them; whoever does not hear of it asks by itself.
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
