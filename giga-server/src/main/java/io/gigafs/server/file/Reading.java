package io.gigafs.server.file;

import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;

/** An operation that only reads. */
record Reading<Q extends PartitionRequest<R>, R extends Result>(PartitionOperation<Q, R> operation)
    implements PartitionOperation<Q, R> {
  @Override
  public Decision decide(
      Q request, Exchange<R> exchange, PartitionState partition, CommitBatch commitBatch) {
    return operation.decide(request, exchange, partition, commitBatch);
  }

  @Override
  public boolean isRead() {
    return true;
  }
}
