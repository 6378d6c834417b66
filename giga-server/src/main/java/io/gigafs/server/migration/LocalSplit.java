package io.gigafs.server.migration;

import io.gigafs.index.Partition;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.NewPartition;
import io.gigafs.server.partition.PartitionPhase;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.QuotaLimits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A split whose child stays on this server: no row moves, both headers change in one batch.
 *
 * <p>The child's lane, this one or another, reads the header on the first request to the child.
 * That is after the commit, as the child is unknown before.
 */
final class LocalSplit {
  private static final Logger LOG = LoggerFactory.getLogger(LocalSplit.class);

  private final ServerContext context;
  private final Quotas quotas;
  private final PartitionState partition;
  private final Partition child;

  LocalSplit(ServerContext context, Quotas quotas, PartitionState partition, Partition child) {
    this.context = context;
    this.quotas = quotas;
    this.partition = partition;
    this.child = child;
  }

  /** Commits the current batch first, as counts and answers are read from the store. */
  void run(CommitBatch commitBatch) {
    if (!commitBatch.commit()) {
      undo();
      return;
    }
    commitBatch.onFailure(this::undo);
    EntryCounts moving = context.store().countEntries(partition.rangeOf(child.range()));
    NewPartition made =
        new NewPartition(
            partition.directory(),
            child,
            partition.map().with(child.index()),
            partition.owner(),
            PartitionPhase.ACTIVE,
            QuotaLimits.NONE,
            moving,
            0,
            partition.counts().accessedNanos(),
            partition.counts().modifiedNanos(),
            partition.counts().changedNanos());
    made.write(commitBatch.batch(), context.view().slots());
    ReplyRows.copy(
        partition.replies().rows(), partition.directory(), child.index(), commitBatch.batch());
    partition.setSplit(commitBatch, child.index(), moving, false);
    quotas.localQuotas().inherited(made.key(context.view().slots()));
    commitBatch.afterCommit(() -> finish(commitBatch.nanos()));
  }

  private void undo() {
    partition.splitPauses().failed(context.clock().nanos());
    partition.endSplit();
  }

  private void finish(long nowNanos) {
    context.reached(CrashPoint.LOCAL_SPLIT_COMMITTED);
    context.counters().splitsWithin().increment();
    if (partition.splitPauses().isForHeat()) {
      context.counters().splitsForHeat().increment();
    }
    LOG.debug("{} split within the server, child {}", partition, child.index());
    long leasesEnd = nowNanos + partition.leases().outstandingNanos(nowNanos);
    Lane childsLane =
        context.lanes().of(context.view().slotOf(partition.directory(), child.index()));
    childsLane.submit(
        commitBatch -> {
          childsLane
              .partitions()
              .leasesUnknownUntil(
                  partition.directory(), child.index(), leasesEnd, commitBatch.nanos());
          // Once it is loaded, it splits further even if nobody uses it.
          childsLane.partitions().find(partition.directory(), child.index());
        });
    partition.splitPauses().succeeded();
    partition.endSplit();
  }
}
