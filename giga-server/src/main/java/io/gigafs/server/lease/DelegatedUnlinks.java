package io.gigafs.server.lease;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.lease.DelegatedUnlinksRequest;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.server.entry.BulkOutcomes;
import io.gigafs.server.entry.NameRemoval;
import io.gigafs.server.entry.SplitTrigger;
import io.gigafs.server.namespace.BulkOperation;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import org.jspecify.annotations.Nullable;

/**
 * Removes files that a client already reported as removed to its programs. All checks of an unlink
 * are made; a name that belongs to another file by now is ignored.
 */
final class DelegatedUnlinks {
  private DelegatedUnlinks() {}

  /** Creates the bulk operation. */
  static BulkOperation<DelegatedUnlinksRequest> operation(SplitTrigger splits, Quotas quotas) {
    return new BulkOperation<>(
        DelegatedUnlinks::remove, (request, i) -> QuotaUsage.NOTHING, splits, quotas);
  }

  private static BulkOutcomes remove(
      DelegatedUnlinksRequest request,
      int i,
      PartitionState partition,
      CommitBatch commitBatch,
      BulkOutcomes outcomes) {
    EntryKey key = partition.keyOf(request.names(), i);
    @Nullable Attributes found = commitBatch.batch().getEntry(key);
    if (found == null || found.inode() != request.inodes()[i]) {
      return outcomes.done();
    }
    ErrorCode refused = NameRemoval.refuse(request.caller(), partition, found);
    if (refused != null) {
      return outcomes.failed(refused);
    }
    if (found.has(Attributes.LINKED) || partition.openState().isHeld(request.name(i))) {
      // The file lives on, which takes more than one commit batch: the client retries it as an
      // unlink.
      return outcomes.notDecided(ErrorCode.EOPNOTSUPP);
    }
    long nanos = DelegatedCreates.dated(request.times()[i], commitBatch);
    NameRemoval.remove(key, found, nanos, partition, commitBatch);
    return outcomes.done();
  }
}
