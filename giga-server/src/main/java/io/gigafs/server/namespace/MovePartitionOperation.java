package io.gigafs.server.namespace;

import io.gigafs.protocol.transaction.MovePartitionRequest;
import io.gigafs.protocol.transaction.UpdatePartitionRequest.UpdatePartitionResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.transaction.Release;

/**
 * Updates the place of the directory's dentry in a partition. Waits for a split to end, so that the
 * new child does not miss the update. A partition that is still prepared or frozen was left so by
 * an ended change, and would ask for its outcome at the old place.
 */
final class MovePartitionOperation
    implements PartitionOperation<MovePartitionRequest, UpdatePartitionResult> {
  private final ServerContext context;

  MovePartitionOperation(ServerContext context) {
    this.context = context;
  }

  @Override
  public Decision decide(
      MovePartitionRequest request,
      Exchange<UpdatePartitionResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    if (partition.isSplitting()) {
      return Decision.WAIT;
    }
    if (partition.hasLaterNotice(request.notice())) {
      commitBatch.done(exchange, new UpdatePartitionResult(partition.map()));
      return Decision.TAKEN;
    }
    Admission.ensureBorn(partition, commitBatch);
    if (partition.phase().isFrozen()) {
      Release.thaw(partition, commitBatch);
    }
    partition.setPlace(
        commitBatch, request.notice(), request.parent(), request.name(), request.changedNanos());
    context.doneWhenDurable(commitBatch, exchange, new UpdatePartitionResult(partition.map()));
    return Decision.TAKEN;
  }
}
