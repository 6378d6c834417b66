package io.gigafs.server.migration;

import io.gigafs.index.Partition;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.migration.InstallCommitRequest;
import io.gigafs.protocol.migration.InstallOutcomeRequest;
import io.gigafs.protocol.migration.ReplyRow;
import io.gigafs.protocol.transaction.OutcomeResult;
import io.gigafs.protocol.transaction.OutcomeResult.Outcome;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.LaneTask;
import io.gigafs.server.partition.PartitionPhase;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.Intent;
import io.gigafs.tablefs.StoreException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A split whose child goes to another server.
 *
 * <p>The moving half is frozen before this begins. Then:
 *
 * <ol>
 *   <li>INTENT: the intent is stored and synced;
 *   <li>EXTRACT: the half's rows are read, or written to files if they are many;
 *   <li>UPLOAD: the files are sent to the target, which keeps them aside;
 *   <li>COMMIT: the target installs them and stores the child's header, durably: the commit point;
 *   <li>FINISH: the source sets the child's bit, and drops the half and the intent in one batch.
 * </ol>
 *
 * <p>A failure before COMMIT undoes the split. From COMMIT on, and after a crash, only the target
 * knows the outcome. It is asked until it answers, and a target that has not committed by then
 * never will. Used on the partition's lane, except for blocking work.
 */
final class RemoteSplit {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteSplit.class);

  private static final long COMMIT_MILLIS = 10_000;
  private static final long OUTCOME_MILLIS = 10_000;
  private static final long PAUSE_MILLIS = 200;
  private static final int NANOS_PER_MICRO = 1_000;

  private final ServerContext context;
  private final PartitionSender sender;
  private final Quotas quotas;
  private final PartitionState partition;
  private final Partition child;
  private final long transaction;
  private final Lane lane;
  private final EntryRange half;
  private final long begunNanos;

  /** Counts of the half, once it has been read; they do not change while it is frozen. */
  private EntryCounts moving = EntryCounts.NONE;

  private RemoteSplit(
      PartitionSender sender,
      Quotas quotas,
      PartitionState partition,
      Partition child,
      long transaction) {
    this.context = sender.context();
    this.sender = sender;
    this.quotas = quotas;
    this.partition = partition;
    this.child = child;
    this.transaction = transaction;
    this.lane = context.lanes().of(partition.slot());
    this.half = partition.rangeOf(child.range());
    this.begunNanos = context.clock().nanos();
  }

  /** Stores the intent; the moving half must be frozen and none of its names locked. */
  static void begin(
      PartitionSender sender,
      Quotas quotas,
      PartitionState partition,
      Partition child,
      long transaction,
      CommitBatch commitBatch) {
    RemoteSplit split = new RemoteSplit(sender, quotas, partition, child, transaction);
    commitBatch.onFailure(split::undone);
    SplitIntent intent = new SplitIntent(partition.directory(), partition.partition());
    commitBatch.batch().putIntent(new Intent(partition.slot(), transaction, intent.encode()));
    commitBatch.afterCommit(() -> split.context.reached(CrashPoint.SPLIT_INTENT_COMMITTED));
    commitBatch.afterCommit(() -> split.context.syncs().sync(split::extractWhenDurable));
  }

  /** Resumes after a crash: only the target knows how far the split came. */
  static void resume(
      PartitionSender sender,
      Quotas quotas,
      PartitionState partition,
      Partition child,
      long transaction) {
    partition.resumeSplit(child.range());
    RemoteSplit split = new RemoteSplit(sender, quotas, partition, child, transaction);
    split.moving = split.context.store().countEntries(split.half);
    partition.usage().beginTransfer(split.moving);
    split.askOutcome();
  }

  /** Runs in the background. */
  private void extractWhenDurable(@Nullable StoreException failure) {
    if (failure == null) {
      context.reached(CrashPoint.SPLIT_INTENT_DURABLE);
      extract();
    } else {
      lane.submit(
          commitBatch ->
              abandon(commitBatch, "the intent is not on the disk: " + failure.getMessage()));
    }
  }

  /** Runs in the background. */
  private void extract() {
    try {
      sender
          .send(partition.directory(), child.index(), half, transaction)
          .whenComplete(
              (shipment, failure) ->
                  lane.submit(
                      commitBatch -> {
                        if (failure == null) {
                          commit(shipment, commitBatch);
                        } else {
                          abandon(commitBatch, String.valueOf(failure.getMessage()));
                        }
                      }));
    } catch (RuntimeException e) {
      LOG.error("{} could not be extracted for its split", partition, e);
      lane.submit(commitBatch -> abandon(commitBatch, String.valueOf(e.getMessage())));
    }
  }

  private void commit(Shipment shipment, CommitBatch commitBatch) {
    context.reached(CrashPoint.SPLIT_UPLOADED);
    moving = shipment.counts();
    context.counters().splitEntries().increment((double) moving.entries());
    context.counters().splitBytes().increment((double) shipment.bytes());
    quotas.wantCountFor(partition);
    partition.usage().beginTransfer(moving);
    List<ReplyRow> replies = partition.replies().rows();
    if (ReplyRows.bytes(replies) > ReplyRows.MAX_BYTES) {
      abandon(commitBatch, "clients have too many unconfirmed answers");
      return;
    }
    InstallCommitRequest request =
        new InstallCommitRequest(
            partition.directory(),
            child.index(),
            transaction,
            0,
            PartitionCopies.of(partition, child, mapWithChild(), PartitionPhase.ACTIVE, moving),
            shipment.files(),
            shipment.rows(),
            partition.leases().outstandingMillis(context.clock().nanos()),
            replies);
    context
        .messenger()
        .ask(request, context.in(COMMIT_MILLIS))
        .thenAccept(answer -> lane.submit(next -> committed(answer, next)));
  }

  private PartitionMap mapWithChild() {
    return partition.map().with(child.index());
  }

  private void committed(Answer<Empty> answer, CommitBatch commitBatch) {
    if (answer instanceof Answer.Done<Empty>) {
      finish(commitBatch);
    } else {
      LOG.warn(
          "{}: commit of child {} was answered with {}, asking the target for the outcome",
          partition,
          child.index(),
          answer);
      askOutcome();
    }
  }

  private void askOutcome() {
    InstallOutcomeRequest request =
        new InstallOutcomeRequest(partition.directory(), child.index(), transaction);
    context
        .messenger()
        .ask(request, context.in(OUTCOME_MILLIS))
        .thenAccept(answer -> lane.submit(commitBatch -> learned(answer, commitBatch)));
  }

  private void learned(Answer<OutcomeResult> answer, CommitBatch commitBatch) {
    if (answer instanceof Answer.Done<OutcomeResult> done
        && done.result().outcome() != Outcome.PENDING) {
      if (done.result().outcome() == Outcome.COMMITTED) {
        finish(commitBatch);
      } else {
        abandon(commitBatch, "the target never committed it");
      }
      return;
    }
    if (answer instanceof Answer.Failed<OutcomeResult> failed) {
      LOG.warn(
          "{}: the outcome of child {} is still unknown, asking again: {}",
          partition,
          child.index(),
          failed.detail());
    }
    again(next -> askOutcome());
  }

  private void finish(CommitBatch commitBatch) {
    context.reached(CrashPoint.SPLIT_ACKNOWLEDGED);
    commitBatch.onFailure(() -> again(this::finish));
    commitBatch.batch().deleteRange(half);
    commitBatch.batch().deleteIntent(partition.slot(), transaction);
    partition.setSplit(commitBatch, child.index(), moving, true);
    commitBatch.afterCommit(
        () -> {
          context.reached(CrashPoint.SPLIT_FINISHED);
          context.counters().splitsAway().increment();
          if (partition.splitPauses().isForHeat()) {
            context.counters().splitsForHeat().increment();
          }
          context
              .counters()
              .splitFrozenMicros()
              .increment((double) (context.clock().nanos() - begunNanos) / NANOS_PER_MICRO);
          LOG.debug("{} split, child {} is on another server", partition, child.index());
          partition.splitPauses().succeeded();
          partition.endSplit();
        });
  }

  private void abandon(CommitBatch commitBatch, String why) {
    LOG.warn("{}: split undone: {}", partition, why);
    commitBatch.onFailure(() -> again(next -> abandon(next, why)));
    commitBatch.batch().deleteIntent(partition.slot(), transaction);
    commitBatch.afterCommit(partition.usage()::endTransfer);
    commitBatch.afterCommit(() -> context.reached(CrashPoint.SPLIT_UNDONE));
    commitBatch.afterCommit(this::undone);
  }

  private void again(LaneTask task) {
    context.timers().after(PAUSE_MILLIS, () -> lane.submit(task));
  }

  private void undone() {
    partition.splitPauses().failed(context.clock().nanos());
    partition.endSplit();
  }
}
