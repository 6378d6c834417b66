package io.gigafs.server.handle;

import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;

/** An operation that only reads. */
record Reading<Q extends PartitionRequest<R>, R extends Result>(Operation<Q, R> operation)
    implements Operation<Q, R> {
  @Override
  public Decision decide(Q request, Exchange<R> exchange, PartitionState partition, Turn turn) {
    return operation.decide(request, exchange, partition, turn);
  }

  @Override
  public boolean isRead() {
    return true;
  }
}
