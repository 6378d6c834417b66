package io.gigafs.server.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.transaction.OutcomeRequest;
import io.gigafs.protocol.transaction.OutcomeResult;
import io.gigafs.protocol.transaction.OutcomeResult.Outcome;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.LaneTask;
import io.gigafs.server.partition.PartitionPhase;
import io.gigafs.server.partition.PartitionState;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resolves partitions that stay prepared or frozen: after a delay it asks the owner of the
 * directory's entry for the outcome, and repeats that until the outcome is known and applied. Safe
 * for use by several threads.
 */
public final class OutcomeResolver {
  private static final Logger LOG = LoggerFactory.getLogger(OutcomeResolver.class);

  /** Delay before the first question, and between two questions. */
  private static final long WATCH_MILLIS = 3_000;

  private static final long ASK_MILLIS = 5_000;

  private final ServerContext context;

  public OutcomeResolver(ServerContext context) {
    this.context = context;
  }

  /** Checks a prepared or frozen partition from time to time until it is neither. */
  public void watch(InodeId directory, PartitionIndex index) {
    context
        .timers()
        .after(
            WATCH_MILLIS,
            () ->
                laneOf(directory, index)
                    .submit(
                        LaneTask.orElse(
                            commitBatch -> look(directory, index, () -> watch(directory, index)),
                            () -> watch(directory, index))));
  }

  /** Asks once more at once, in addition to the periodic questions. */
  public void resolveNow(InodeId directory, PartitionIndex index) {
    laneOf(directory, index).submit(commitBatch -> look(directory, index, () -> {}));
  }

  private Lane laneOf(InodeId directory, PartitionIndex index) {
    return context.lanes().of(context.view().slotOf(directory, index));
  }

  private void look(InodeId directory, PartitionIndex index, Runnable ifUnknown) {
    PartitionState partition = laneOf(directory, index).partitions().find(directory, index);
    if (partition != null && !partition.phase().isActive() && isServed(partition)) {
      ask(partition, PartitionMap.UNSPLIT, ifUnknown);
    }
  }

  /** The importing server resolves a partition that is exported. */
  private boolean isServed(PartitionState partition) {
    return context.view().state(partition.slot()).serves();
  }

  private void ask(PartitionState partition, PartitionMap parentMap, Runnable ifUnknown) {
    InodeId directory = partition.directory();
    PartitionIndex index = partition.index();
    PartitionPhase phase = partition.phase();
    Name name = Name.of(phase.entryName());
    OutcomeRequest request =
        new OutcomeRequest(
            partition.owner().parent(),
            parentMap.indexOf(name.hash()),
            name,
            directory,
            phase.isFrozen(),
            phase.transaction());
    context
        .messenger()
        .ask(request, context.in(ASK_MILLIS))
        .thenAccept(
            answer ->
                laneOf(directory, index)
                    .submit(
                        LaneTask.orElse(
                            commitBatch ->
                                receive(
                                    request,
                                    index,
                                    phase,
                                    parentMap,
                                    answer,
                                    ifUnknown,
                                    commitBatch),
                            ifUnknown)));
  }

  private void receive(
      OutcomeRequest request,
      PartitionIndex index,
      PartitionPhase asked,
      PartitionMap parentMap,
      Answer<OutcomeResult> answer,
      Runnable ifUnknown,
      CommitBatch commitBatch) {
    InodeId directory = request.subject();
    PartitionState partition = laneOf(directory, index).partitions().find(directory, index);
    if (partition == null || partition.phase().isActive() || !isServed(partition)) {
      return;
    }
    if (answer instanceof Answer.Split<OutcomeResult> split && partition.phase().isSame(asked)) {
      ask(partition, parentMap.merge(split.map()), ifUnknown);
      return;
    }
    @Nullable Boolean committed =
        partition.phase().isSame(asked) ? committed(request, answer) : null;
    if (committed == null) {
      ifUnknown.run();
    } else {
      act(partition, committed, commitBatch);
    }
  }

  /** Whether the transaction was committed, or null if unknown. */
  private static @Nullable Boolean committed(OutcomeRequest request, Answer<OutcomeResult> answer) {
    if (answer instanceof Answer.Done<OutcomeResult> done) {
      Outcome outcome = done.result().outcome();
      return outcome == Outcome.PENDING ? null : outcome == Outcome.COMMITTED;
    }
    if (answer instanceof Answer.Failed<OutcomeResult> failed) {
      if (failed.code() == ErrorCode.ESTALE && request.partition().equals(PartitionIndex.ZEROTH)) {
        // The parent is gone, so the entry does not exist.
        return request.removal();
      }
      LOG.warn(
          "cannot learn the outcome for directory {}, asking again: {} {}",
          request.subject(),
          failed.code(),
          failed.detail());
    }
    return null;
  }

  private void act(PartitionState partition, boolean committed, CommitBatch commitBatch) {
    context.reached(CrashPoint.OUTCOME_LEARNED);
    boolean isPrepared = partition.phase().isPrepared();
    boolean stays = isPrepared == committed;
    LOG.info("{} {} after an interrupted transaction", partition, stays ? "stays" : "is removed");
    if (stays) {
      Release.thaw(partition, commitBatch);
    } else if (isPrepared) {
      Release.drop(context.lanes(), partition, commitBatch);
    } else {
      // The time of the removal is unknown.
      Release.remove(context.lanes(), partition, commitBatch, commitBatch.wallNanos());
    }
    commitBatch.onFailure(() -> watch(partition.directory(), partition.index()));
  }
}
