package io.gigafs.server.transaction;

import io.gigafs.protocol.transaction.UpdatePartitionRequest;
import io.gigafs.protocol.transaction.UpdatePartitionRequest.UpdatePartitionResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionCounts;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;

/**
 * Updates a partition's copy of its directory's attributes and times. Waits for a split to end, so
 * that the new child does not miss the update, and for changes that are decided elsewhere, whose
 * times are earlier. The quota domain stays, as the entry does not define it.
 */
final class UpdatePartitionOperation
    implements PartitionOperation<UpdatePartitionRequest, UpdatePartitionResult> {
  private final ServerContext context;

  UpdatePartitionOperation(ServerContext context) {
    this.context = context;
  }

  @Override
  public Decision decide(
      UpdatePartitionRequest request,
      Exchange<UpdatePartitionResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    if (partition.isSplitting() || partition.isUndecided()) {
      return Decision.WAIT;
    }
    if (partition.isOvertaken(request.transaction())) {
      commitBatch.done(exchange, new UpdatePartitionResult(partition.map()));
      return Decision.TAKEN;
    }
    Admission.ensureBorn(partition, commitBatch);
    PartitionCounts counts = partition.counts();
    Long accessed = request.accessedNanos();
    Long modified = request.modifiedNanos();
    counts.setTimes(
        accessed == null ? counts.accessedNanos() : accessed,
        modified == null ? counts.modifiedNanos() : modified,
        request.changedNanos());
    partition.setOwner(
        commitBatch,
        request.owner().withQuotaDomain(partition.owner().quotaDomain()),
        request.transaction());
    commitBatch.afterCommit(() -> context.reached(CrashPoint.CHANGE_PARTITION_UPDATED));
    context.doneWhenDurable(commitBatch, exchange, new UpdatePartitionResult(partition.map()));
    return Decision.TAKEN;
  }
}
