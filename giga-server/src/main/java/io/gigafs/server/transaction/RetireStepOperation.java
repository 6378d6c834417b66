package io.gigafs.server.transaction;

import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.transaction.RetireStepRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;

/** Deletes a step of an ended change. */
final class RetireStepOperation implements PartitionOperation<RetireStepRequest, Empty> {
  private final TransactionManager manager;
  private final PreparedOperations steps;

  RetireStepOperation(TransactionManager manager, PreparedOperations steps) {
    this.manager = manager;
    this.steps = steps;
  }

  @Override
  public Decision decide(
      RetireStepRequest request,
      Exchange<Empty> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    PreparedOperation known = manager.held(request.id().partTransaction());
    if (known != null) {
      switch (known.state()) {
        case DONE -> steps.retire(known, commitBatch);
        // A delayed PREPARE arrived after the change had ended.
        case PREPARED, PREPARING, ABORTED -> steps.undo(known, commitBatch);
        case LOST -> {}
      }
    }
    commitBatch.done(exchange, Empty.INSTANCE);
    return Decision.TAKEN;
  }
}
