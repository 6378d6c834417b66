package io.gigafs.server.migration;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.migration.InstallCommitRequest;
import io.gigafs.protocol.migration.PartitionCopy;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.LocalQuota;
import io.gigafs.server.partition.PartitionUsage;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.PartitionKey;
import org.jspecify.annotations.Nullable;

/**
 * Counts the usage of arriving partitions in their quota.
 *
 * <p>If the sender took no part in the newest count of the quota that this server knows, that count
 * would miss the partition, so it is refused and sent again later. The zeroth partition of the
 * quota's own directory is always accepted: it carries the quota's home, which begins with a new
 * count.
 */
final class QuotaIntake {
  static final String NOT_COUNTED =
      "its quota is being counted; the partition is accepted afterwards";

  private final Quotas quotas;

  QuotaIntake(Quotas quotas) {
    this.quotas = quotas;
  }

  /** Whether the partition may be accepted, as far as is known now. */
  boolean mayReceive(InstallCommitRequest request) {
    @Nullable LocalQuota share = shareOf(request);
    if (share == null || isInodeRecord(request)) {
      return true;
    }
    boolean may = share.mayReceive(request.copy().quotaCount());
    if (!may) {
      quotas.wantCount(share.domain());
    }
    return may;
  }

  /** Accepts the partition and counts its usage; false if it is refused. */
  boolean receive(InstallCommitRequest request, PartitionKey key, CommitBatch commitBatch) {
    @Nullable LocalQuota share = shareOf(request);
    if (share == null) {
      return true;
    }
    PartitionCopy copy = request.copy();
    QuotaUsage received =
        PartitionUsage.of(request.directory(), copy.owner(), copy.entries(), copy.bytes());
    if (isInodeRecord(request)) {
      share.receiveUnconditionally(received);
    } else if (!share.receive(received, copy.quotaCount())) {
      quotas.wantCount(share.domain());
      return false;
    }
    commitBatch.onFailure(() -> share.handOver(received));
    quotas.localQuotas().inherited(key);
    return true;
  }

  private @Nullable LocalQuota shareOf(InstallCommitRequest request) {
    @Nullable InodeId domain = request.copy().owner().quotaDomain();
    return domain == null ? null : quotas.localQuotas().of(domain);
  }

  private static boolean isInodeRecord(InstallCommitRequest request) {
    return request.partition().equals(PartitionIndex.ZEROTH)
        && request.directory().equals(request.copy().owner().quotaDomain());
  }
}
