package io.gigafs.server.migration;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.migration.HandOverRequest.HandOverResult.Outcome;
import io.gigafs.protocol.migration.HandOverRequest.Wanted;
import io.gigafs.protocol.migration.InstallCommitRequest;
import io.gigafs.protocol.migration.PartitionCopy;
import io.gigafs.protocol.migration.ReplyRow;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.StoreException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transfer of a partition to the new owner of its slot. This server serves no requests for it
 * any more, so only transactions and splits in progress have to end first. Then:
 *
 * <ol>
 *   <li>EXTRACT and UPLOAD: as in a split; meanwhile the changes made here are synced, before the
 *       other server acts on them;
 *   <li>COMMIT: the other server installs rows and header, and records that the partition arrived,
 *       durably;
 *   <li>REMOVE: this server drops its own copy.
 * </ol>
 *
 * <p>No step needs an intent: the slot's move itself says that this server is not to serve the
 * partition, whatever became of it. A partition that is not known to have arrived is sent again,
 * and the receiver ignores what it already has. Used on the partition's lane, except for blocking
 * work.
 */
final class Departure {
  static final Logger LOG = LoggerFactory.getLogger(Departure.class);

  private static final long COMMIT_MILLIS = 10_000;
  private static final long REST_WAIT_MILLIS = 500;
  private static final long REST_POLL_MILLIS = 5;

  /** The receiver asks again at once: a failing disk must not be asked all the time. */
  private static final long FAILURE_PAUSE_MILLIS = 500;

  private final ServerContext context;
  private final PartitionSender sender;
  private final Quotas quotas;
  private final int slot;
  private final long since;
  private final Wanted wanted;
  private final Lane lane;
  private final long transaction;
  private final long giveUpNanos;
  private final CompletableFuture<Departed> done = new CompletableFuture<>();

  Departure(PartitionSender sender, Quotas quotas, int slot, long since, Wanted wanted) {
    this.context = sender.context();
    this.sender = sender;
    this.quotas = quotas;
    this.slot = slot;
    this.since = since;
    this.wanted = wanted;
    this.lane = context.lanes().of(slot);
    this.transaction = context.nextTransaction();
    this.giveUpNanos = context.in(REST_WAIT_MILLIS);
  }

  /**
   * The outcome, and the number of entries that were transferred.
   *
   * @param outcome BUSY only if the partition is certainly here; null if the store cannot tell
   */
  record Departed(@Nullable Outcome outcome, long entries) {}

  /** Completes on any thread, never exceptionally. */
  CompletableFuture<Departed> start() {
    lane.submit(this::take);
    return done;
  }

  private void take(CommitBatch commitBatch) {
    try {
      PartitionState partition = lane.partitions().find(wanted.directory(), wanted.partition());
      if (partition == null) {
        DepartedReplies.handOver(sender, slot, since, wanted)
            .thenAccept(all -> end(all ? Outcome.ABSENT : null, 0));
      } else if (partition.leases().isAnythingOut()) {
        partition.leases().whenRecalled(lane, this::take);
      } else if (partition.isAtRest()) {
        send(partition, commitBatch);
      } else if (commitBatch.nanos() - giveUpNanos > 0) {
        end(Outcome.BUSY, 0);
      } else {
        context.timers().after(REST_POLL_MILLIS, () -> lane.submit(this::take));
      }
    } catch (StoreException e) {
      fail("it could not be read", e, null);
    }
  }

  /** Commits the current batch first, as rows and answers are read from the store. */
  private void send(PartitionState partition, CommitBatch commitBatch) {
    if (!commitBatch.commit()) {
      end(Outcome.BUSY, 0);
      return;
    }
    List<ReplyRow> replies = partition.replies().rows();
    if (ReplyRows.bytes(replies) > ReplyRows.MAX_BYTES) {
      LOG.warn(
          "{} is not moved yet, trying again later: clients have too many unconfirmed answers",
          partition);
      end(Outcome.BUSY, 0);
      return;
    }
    quotas.wantCountFor(partition);
    partition.usage().beginTransfer();
    PartitionCopy copy =
        PartitionCopies.of(
            partition,
            partition.partition(),
            partition.map(),
            partition.phase(),
            partition.counts().all());
    sender.background().execute(() -> ship(partition, copy, replies));
  }

  /**
   * Runs in the background. The other server commits nothing before the changes made here are on
   * the disk.
   */
  private void ship(PartitionState partition, PartitionCopy copy, List<ReplyRow> replies) {
    CompletableFuture<Void> synced = new CompletableFuture<>();
    context
        .syncs()
        .sync(
            failure -> {
              if (failure == null) {
                synced.complete(null);
              } else {
                synced.completeExceptionally(failure);
              }
            });
    sender
        .send(wanted.directory(), wanted.partition(), partition.range(), transaction)
        .thenCombine(synced, (shipment, done) -> shipment)
        .whenComplete(
            (shipment, failure) ->
                lane.submit(
                    commitBatch -> {
                      if (failure == null) {
                        commit(partition, copy, shipment, replies);
                      } else {
                        fail("it could not be sent", failure, Outcome.BUSY);
                      }
                    }));
  }

  /** Runs on the lane, which owns the leases. */
  private void commit(
      PartitionState partition, PartitionCopy copy, Shipment shipment, List<ReplyRow> replies) {
    InstallCommitRequest request =
        new InstallCommitRequest(
            wanted.directory(),
            wanted.partition(),
            transaction,
            since,
            copy,
            shipment.files(),
            shipment.rows(),
            partition.leases().outstandingMillis(context.clock().nanos()),
            replies);
    context
        .messenger()
        .ask(request, context.in(COMMIT_MILLIS))
        .thenAccept(
            answer -> lane.submit(commitBatch -> committed(partition, copy, answer, commitBatch)));
  }

  private void committed(
      PartitionState partition, PartitionCopy copy, Answer<Empty> answer, CommitBatch commitBatch) {
    if (!(answer instanceof Answer.Done<Empty>)) {
      LOG.info("{} is sent again later: {}", partition, answer);
      end(Outcome.BUSY, 0);
      return;
    }
    partition.removeMoved(commitBatch);
    commitBatch.onFailure(() -> end(Outcome.BUSY, 0));
    commitBatch.afterCommit(
        () -> {
          lane.partitions().forgetMoved(partition);
          context.counters().exporter().increment();
          end(Outcome.SENT, copy.entries());
        });
  }

  private void fail(String what, Throwable cause, @Nullable Outcome outcome) {
    LOG.error(
        "partition {} of directory {} is not moved yet, trying again later: {}",
        wanted.partition(),
        wanted.directory(),
        what,
        cause);
    context.timers().after(FAILURE_PAUSE_MILLIS, () -> end(outcome, 0));
  }

  private void end(@Nullable Outcome outcome, long entries) {
    done.complete(new Departed(outcome, entries));
  }
}
