package io.gigafs.server.transaction;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.transaction.CommitOutcomeRequest;
import io.gigafs.protocol.transaction.OutcomeResult;
import io.gigafs.protocol.transaction.OutcomeResult.Outcome;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;

/**
 * Reports the outcome of a change to its participants. A change in progress keeps its dentry on
 * this server, so an unknown change has ended.
 */
final class CommitOutcomeOperation
    implements PartitionOperation<CommitOutcomeRequest, OutcomeResult> {
  private final TransactionManager manager;

  CommitOutcomeOperation(TransactionManager manager) {
    this.manager = manager;
  }

  @Override
  public Decision decide(
      CommitOutcomeRequest request,
      Exchange<OutcomeResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    if (!partition.owns(request.id().name())) {
      commitBatch.answer(exchange, new Answer.Split<>(partition.map()));
      return Decision.TAKEN;
    }
    commitBatch.done(exchange, new OutcomeResult(outcome(request, partition)));
    return Decision.TAKEN;
  }

  private Outcome outcome(CommitOutcomeRequest request, PartitionState partition) {
    CoordinatedTransaction change = manager.coordinated(request.id().transaction());
    if (change == null) {
      return partition.isMoving(request.id().name()) ? Outcome.PENDING : Outcome.ABORTED;
    }
    if (request.done()) {
      change.stepDone(request.id().part());
    }
    return change.outcome(request.id().part());
  }
}
