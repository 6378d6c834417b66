package io.gigafs.server.transaction;

import io.gigafs.protocol.transaction.ReleasePartitionRequest;
import io.gigafs.protocol.transaction.ReleasePartitionRequest.ReleasePartitionResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionPhase;
import io.gigafs.server.partition.PartitionState;

/** Ends a freeze: deletes the partition or makes it serve again. */
final class ReleasePartitionOperation
    implements PartitionOperation<ReleasePartitionRequest, ReleasePartitionResult> {
  private final ServerContext context;

  ReleasePartitionOperation(ServerContext context) {
    this.context = context;
  }

  @Override
  public Decision decide(
      ReleasePartitionRequest request,
      Exchange<ReleasePartitionResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    PartitionPhase phase = partition.phase();
    if (phase.isFrozen() && phase.transaction() == request.transaction()) {
      commitBatch.afterCommit(() -> context.reached(CrashPoint.RMDIR_RELEASED));
      Long removedNanos = request.removedNanos();
      if (removedNanos == null) {
        Release.thaw(partition, commitBatch);
      } else {
        Release.remove(context.lanes(), partition, commitBatch, removedNanos);
      }
    }
    commitBatch.done(exchange, new ReleasePartitionResult(partition.map()));
    return Decision.TAKEN;
  }
}
