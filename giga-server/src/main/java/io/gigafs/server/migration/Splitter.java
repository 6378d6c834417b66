package io.gigafs.server.migration;

import io.gigafs.index.Partition;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.entry.SplitTrigger;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.Intent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts splits: within this server as one batch, to another server as a {@link RemoteSplit}. Used
 * on the partition's lane.
 */
public final class Splitter implements SplitTrigger {
  private static final Logger LOG = LoggerFactory.getLogger(Splitter.class);

  private static final long LOCK_WAIT_NANOS = 500_000_000L;
  private static final long LOCK_POLL_MILLIS = 5;

  /** Limits the rows in transit at once; a sweep follows every second. */
  private static final int MAX_SPLITS_PER_SWEEP = 16;

  private final ServerContext context;
  private final PartitionSender sender;
  private final Quotas quotas;

  public Splitter(PartitionSender sender, Quotas quotas) {
    this.context = sender.context();
    this.sender = sender;
    this.quotas = quotas;
    WorkFolder.remove(sender.outgoing());
  }

  @Override
  public void afterGrowth(PartitionState partition, CommitBatch commitBatch) {
    if (partition.wantsSplit(commitBatch.nanos())) {
      prepare(partition, false, commitBatch.nanos());
    }
  }

  /**
   * Starts splits that are due although nothing grows: after a failed attempt, and where one split
   * left more than fits. Called once a second in a commit batch of the lane.
   */
  public void sweep(Lane lane, CommitBatch commitBatch) {
    lane.partitions().loaded().stream()
        .filter(partition -> partition.wantsSplit(commitBatch.nanos()))
        .filter(partition -> context.view().state(partition.slot()).serves())
        .limit(MAX_SPLITS_PER_SWEEP)
        .toList()
        .forEach(partition -> prepare(partition, false, commitBatch.nanos()));
  }

  /** Starts a split for load, if the partition may split. */
  void splitForHeat(PartitionState partition, CommitBatch commitBatch) {
    if (partition.maySplit(commitBatch.nanos())) {
      prepare(partition, true, commitBatch.nanos());
    }
  }

  private void prepare(PartitionState partition, boolean isForHeat, long nanos) {
    partition.splitPauses().preparing(isForHeat);
    Partition child = partition.partition().child();
    Lane lane = laneOf(partition);
    if (staysHere(partition, child)) {
      lane.submit(next -> hold(partition, child, 0, next));
      return;
    }
    long transaction = context.nextTransaction();
    sender
        .announce(partition.directory(), child.index(), transaction)
        .thenAccept(
            isWelcome ->
                lane.submit(
                    next -> {
                      if (isWelcome) {
                        context.reached(CrashPoint.SPLIT_ANNOUNCED);
                        hold(partition, child, transaction, next);
                      } else {
                        // The wait for an answer is part of the pause.
                        partition.splitPauses().failed(nanos);
                        LOG.info(
                            "{} is not split yet, as the server of its other half does not accept"
                                + " the upload; retrying",
                            partition);
                      }
                    }));
  }

  private Lane laneOf(PartitionState partition) {
    return context.lanes().of(partition.slot());
  }

  private boolean staysHere(PartitionState partition, Partition child) {
    int slot = context.view().slotOf(partition.directory(), child.index());
    return context.view().state(slot).mayGrow();
  }

  /** Freezes the moving half: from here on changes to it wait. */
  private void hold(
      PartitionState partition, Partition child, long transaction, CommitBatch commitBatch) {
    if (!partition.phase().isActive() || !context.view().state(partition.slot()).serves()) {
      partition.splitPauses().succeeded();
      return;
    }
    if (partition.leases().isAnythingOut()) {
      partition
          .leases()
          .whenRecalled(laneOf(partition), next -> hold(partition, child, transaction, next));
      return;
    }
    partition.beginSplit(child.range());
    startWhenUnlocked(
        partition, child, transaction, commitBatch.nanos() + LOCK_WAIT_NANOS, commitBatch);
  }

  /**
   * Transactions that lock names of the moving half are short, unless they cannot reach a server.
   */
  private void startWhenUnlocked(
      PartitionState partition,
      Partition child,
      long transaction,
      long giveUpNanos,
      CommitBatch commitBatch) {
    if (!partition.locks().holdsAnyIn(child.range())) {
      start(partition, child, transaction, commitBatch);
    } else if (commitBatch.nanos() - giveUpNanos > 0) {
      partition.splitPauses().failed(commitBatch.nanos());
      partition.endSplit();
    } else {
      context
          .timers()
          .after(
              LOCK_POLL_MILLIS,
              () ->
                  laneOf(partition)
                      .submit(
                          next ->
                              startWhenUnlocked(partition, child, transaction, giveUpNanos, next)));
    }
  }

  private void start(
      PartitionState partition, Partition child, long transaction, CommitBatch commitBatch) {
    if (staysHere(partition, child)) {
      new LocalSplit(context, quotas, partition, child).run(commitBatch);
    } else {
      RemoteSplit.begin(sender, quotas, partition, child, transaction, commitBatch);
    }
  }

  /** Resumes a split that a crash interrupted; called before the lane serves requests. */
  public void resume(Intent stored, CommitBatch commitBatch) {
    SplitIntent intent = SplitIntent.decode(stored.body());
    PartitionState partition =
        context
            .lanes()
            .of(stored.slot())
            .partitions()
            .find(intent.directory(), intent.partition().index());
    if (partition == null || partition.partition().depth() != intent.partition().depth()) {
      LOG.warn(
          "dropping the intent to split {} of directory {}: the partition has changed since",
          intent.partition(),
          intent.directory());
      commitBatch.batch().deleteIntent(stored.slot(), stored.transaction());
      return;
    }
    RemoteSplit.resume(sender, quotas, partition, intent.partition().child(), stored.transaction());
  }
}
