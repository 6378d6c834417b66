package io.gigafs.server.transaction;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.transaction.OutcomeRequest;
import io.gigafs.protocol.transaction.OutcomeResult;
import io.gigafs.protocol.transaction.OutcomeResult.Outcome;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;

/**
 * Reports the outcome of creating or removing a directory, which follows from whether its entry
 * exists.
 *
 * <p>A running transaction has the name locked. A lock of another transaction does not make the
 * outcome pending, as that transaction may be waiting for the very partition that asks.
 */
final class OutcomeOperation implements PartitionOperation<OutcomeRequest, OutcomeResult> {
  @Override
  public Decision decide(
      OutcomeRequest request,
      Exchange<OutcomeResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    if (!partition.owns(request.name())) {
      commitBatch.answer(exchange, new Answer.Split<>(partition.map()));
      return Decision.TAKEN;
    }
    commitBatch.done(exchange, new OutcomeResult(outcome(request, partition, commitBatch)));
    return Decision.TAKEN;
  }

  private static Outcome outcome(
      OutcomeRequest request, PartitionState partition, CommitBatch commitBatch) {
    if (partition.locks().isLockedBy(request.name(), request.transaction())
        || partition.isMoving(request.name())) {
      return Outcome.PENDING;
    }
    Attributes entry = commitBatch.batch().getEntry(partition.keyOf(request.name()));
    boolean stands = entry != null && entry.inode() == request.subject().value();
    return stands == request.removal() ? Outcome.ABORTED : Outcome.COMMITTED;
  }
}
