package io.gigafs.server.namespace;

import io.gigafs.protocol.transaction.ParentRequest;
import io.gigafs.protocol.transaction.ParentRequest.ParentResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;

/** Returns the parent directory of a partition's directory. */
final class ParentOperation implements PartitionOperation<ParentRequest, ParentResult> {
  @Override
  public Decision decide(
      ParentRequest request,
      Exchange<ParentResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    commitBatch.done(
        exchange, new ParentResult(partition.owner().parent(), partition.owner().quotaDomain()));
    return Decision.TAKEN;
  }

  @Override
  public boolean isRead() {
    return true;
  }
}
