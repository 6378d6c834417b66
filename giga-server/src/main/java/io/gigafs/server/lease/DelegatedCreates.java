package io.gigafs.server.lease;

import io.gigafs.protocol.lease.DelegatedCreatesRequest;
import io.gigafs.protocol.lease.DelegatedCreatesRequest.File;
import io.gigafs.protocol.lease.DelegatedRequest;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.server.entry.BulkOutcomes;
import io.gigafs.server.entry.NewFile;
import io.gigafs.server.entry.SplitTrigger;
import io.gigafs.server.namespace.BulkOperation;
import io.gigafs.server.openstate.OpenHandle;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.time.FileTimestamp;

/**
 * Creates files that a client already reported to its programs. All checks of a create are made:
 * others may have used the names since, if the client was disconnected for long.
 */
final class DelegatedCreates {
  private final NewFile newFile;

  private DelegatedCreates(NewFile newFile) {
    this.newFile = newFile;
  }

  /** Creates the bulk operation. */
  static BulkOperation<DelegatedCreatesRequest> operation(
      NewFile newFile, SplitTrigger splits, Quotas quotas) {
    DelegatedCreates creates = new DelegatedCreates(newFile);
    return new BulkOperation<>(creates::make, (request, i) -> QuotaUsage.ENTRY, splits, quotas);
  }

  private BulkOutcomes make(
      DelegatedCreatesRequest request,
      int i,
      PartitionState partition,
      CommitBatch commitBatch,
      BulkOutcomes outcomes) {
    File file = request.files()[i];
    EntryKey key = partition.keyOf(request.names(), i);
    long nanos = dated(file.nanos(), commitBatch);
    newFile.create(
        partition,
        commitBatch,
        request.caller(),
        key,
        file.mode(),
        true,
        file.inode(),
        nanos,
        outcomes);
    if (file.handle() != 0 && outcomes.isDone()) {
      hold(request, i, partition, commitBatch);
    }
    return outcomes;
  }

  /** Limits a client's time of a change: it may not be far in the future. */
  static long dated(long nanos, CommitBatch commitBatch) {
    long latest = commitBatch.wallNanos() + DelegatedRequest.MAX_AHEAD_NANOS;
    return FileTimestamp.isAfter(nanos, latest) ? latest : nanos;
  }

  private static void hold(
      DelegatedCreatesRequest request, int i, PartitionState partition, CommitBatch commitBatch) {
    File file = request.files()[i];
    partition
        .openState()
        .file(request.name(i), file.inode())
        .open(
            request.session(),
            new OpenHandle(
                file.handle(),
                new OpenHandle.Opener(commitBatch.author(), request.caller().uid()),
                file.reads(),
                file.writes(),
                file.appends()));
    partition.openState().write(commitBatch.batch(), request.name(i), request.session());
    partition.openStateChanged(commitBatch);
  }
}
