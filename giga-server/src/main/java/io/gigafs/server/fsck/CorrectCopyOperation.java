package io.gigafs.server.fsck;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.fsck.CorrectCopyRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;

/**
 * Updates a partition's copy of the directory's attributes from the entry. Waits for a split to
 * end.
 */
final class CorrectCopyOperation implements PartitionOperation<CorrectCopyRequest, Empty> {
  private final CheckTasks tasks;

  CorrectCopyOperation(CheckTasks tasks) {
    this.tasks = tasks;
  }

  @Override
  public Decision decide(
      CorrectCopyRequest request,
      Exchange<Empty> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    if (partition.isSplitting()) {
      return Decision.WAIT;
    }
    if (!partition.phase().isActive()) {
      commitBatch.failed(exchange, ErrorCode.EBUSY, "the directory is being made or removed");
      return Decision.TAKEN;
    }
    partition.setOwner(commitBatch, request.owner(), request.transaction());
    tasks.doneWhenDurable(commitBatch, exchange);
    return Decision.TAKEN;
  }
}
