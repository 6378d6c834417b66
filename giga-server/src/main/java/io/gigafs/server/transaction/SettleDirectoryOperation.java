package io.gigafs.server.transaction;

import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.transaction.SettleDirectoryRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionPhase;
import io.gigafs.server.partition.PartitionState;

/** Activates a prepared partition, or drops it. */
final class SettleDirectoryOperation implements PartitionOperation<SettleDirectoryRequest, Empty> {
  private final ServerContext context;

  SettleDirectoryOperation(ServerContext context) {
    this.context = context;
  }

  @Override
  public Decision decide(
      SettleDirectoryRequest request,
      Exchange<Empty> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    PartitionPhase phase = partition.phase();
    if (phase.isPrepared() && phase.transaction() == request.transaction()) {
      commitBatch.afterCommit(() -> context.reached(CrashPoint.MKDIR_SETTLED));
      if (request.committed()) {
        Release.thaw(partition, commitBatch);
      } else {
        Release.drop(context.lanes(), partition, commitBatch);
      }
    }
    commitBatch.done(exchange, Empty.INSTANCE);
    return Decision.TAKEN;
  }
}
