package io.gigafs.server.transaction;

import io.gigafs.protocol.quota.QuotaStamp;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.CommitStep.InsertDentry;
import io.gigafs.protocol.transaction.CommitStep.PromoteToInode;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.entry.FileRows;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.LocalQuota;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.PartitionUsage.Reservation;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.EntryCounts;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Quota accounting of steps. Nothing moves from one quota to another: that is EXDEV. Moves within
 * one quota need no credit, as they were counted before; only an added name does.
 */
public final class StepUsage {
  private final Quotas quotas;

  StepUsage(Quotas quotas) {
    this.quotas = quotas;
  }

  /** The quota state of the coordinator's name, as sent to participants. */
  QuotaStamp stampOf(PartitionState partition, NamespaceTransaction<?> change) {
    quotas.wantCountFor(partition);
    return new QuotaStamp(
        partition.owner().quotaDomain(), partition.usage().newestCount(), change.addsName());
  }

  /** Whether the change may add an entry besides its own name, which is then prepaid. */
  public Quotas.Verdict prepayEntry(
      PartitionState partition, CommitBatch commitBatch, Exchange<?> exchange) {
    return quotas.prepay(partition, commitBatch, exchange, QuotaUsage.ENTRY);
  }

  /** Whether the step's name belongs to another quota. */
  boolean crosses(CommitStep step, QuotaStamp stamp, PartitionState partition) {
    return step instanceof InsertDentry
        && !Objects.equals(stamp.domain(), partition.owner().quotaDomain());
  }

  /** Assigns an inode record to the quota of the file's names. */
  void join(CommitStep step, QuotaStamp stamp, PartitionState partition, CommitBatch commitBatch) {
    if (step instanceof PromoteToInode
        && !Objects.equals(stamp.domain(), partition.owner().quotaDomain())) {
      partition.setQuotaDomain(commitBatch, stamp.domain());
    }
  }

  /** Whether a step may use its quota, in a commit batch that does not apply the step yet. */
  Quotas.Verdict reserve(
      CommitStep step,
      QuotaStamp stamp,
      PartitionState partition,
      CommitBatch commitBatch,
      Exchange<?> exchange) {
    LocalQuota share = partition.usage().share();
    if (share == null || !takes(step)) {
      return Quotas.Verdict.GRANTED;
    }
    if (adds(step, stamp)) {
      return quotas.prepay(partition, commitBatch, exchange, needOf(step));
    }
    if (share.mayReceive(stamp.count())) {
      return Quotas.Verdict.GRANTED;
    }
    quotas.wantCount(share.domain());
    return Quotas.Verdict.WAIT;
  }

  /** Reserves for the step what {@link #reserve} granted. */
  @Nullable Reservation take(CommitStep step, QuotaStamp stamp, PartitionState partition) {
    LocalQuota share = partition.usage().share();
    if (share == null || !takes(step)) {
      return null;
    }
    return adds(step, stamp)
        ? partition.usage().reserve(needOf(step))
        : partition.usage().receive(needOf(step), stamp.count());
  }

  /** Reserves for a step after a restart, when its stamp is not known any more. */
  static @Nullable Reservation takeAgain(CommitStep step, PartitionState partition) {
    return partition.usage().share() == null || !takes(step)
        ? null
        : partition.usage().receive(needOf(step), 0);
  }

  private static boolean adds(CommitStep step, QuotaStamp stamp) {
    return stamp.adds() && step instanceof InsertDentry;
  }

  private static boolean takes(CommitStep step) {
    return step instanceof InsertDentry || step instanceof PromoteToInode;
  }

  private static QuotaUsage needOf(CommitStep step) {
    if (step instanceof InsertDentry put) {
      return new QuotaUsage(1, EntryCounts.bytesOf(FileRows.attributesOf(put.file())));
    }
    return step instanceof PromoteToInode promote
        ? new QuotaUsage(0, EntryCounts.bytesOf(FileRows.attributesOf(promote.file())))
        : QuotaUsage.NOTHING;
  }
}
