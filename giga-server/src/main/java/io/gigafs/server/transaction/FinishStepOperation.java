package io.gigafs.server.transaction;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.transaction.FinishStepRequest;
import io.gigafs.protocol.transaction.FinishStepRequest.FinishStepResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.transaction.PreparedOperation.State;

/**
 * Commits or aborts a prepared step.
 *
 * <p>A step that is unknown here was either lost in a crash, or has long ended and its message was
 * delayed. The coordinator is asked which of the two it is. It also decides about a step that was
 * prepared at another time than the coordinator knows of: PREPARE may have been delayed, too.
 */
final class FinishStepOperation implements PartitionOperation<FinishStepRequest, FinishStepResult> {
  private static final int RETRY_LATER_MILLIS = 100;

  private final TransactionManager manager;
  private final ServerContext context;
  private final PreparedOperations steps;

  FinishStepOperation(TransactionManager manager, PreparedOperations steps) {
    this.manager = manager;
    this.context = manager.context();
    this.steps = steps;
  }

  @Override
  public Decision decide(
      FinishStepRequest request,
      Exchange<FinishStepResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    PreparedOperation known = manager.held(request.id().partTransaction());
    if (!request.committed()) {
      if (known != null && known.state() != State.DONE) {
        steps.undo(known, commitBatch);
      }
      commitBatch.done(exchange, new FinishStepResult(true));
      return Decision.TAKEN;
    }
    if (known == null) {
      return resumeLost(request, exchange, partition, commitBatch);
    }
    if (known.state() == State.LOST) {
      known.waiting().add(exchange);
      return Decision.TAKEN;
    }
    if (known.state() != State.DONE && known.heldSinceNanos() != request.sinceNanos()) {
      commitBatch.answer(exchange, new Answer.Retry<>(RETRY_LATER_MILLIS));
      return Decision.TAKEN;
    }
    if (known.state() == State.PREPARED) {
      steps.finish(known, commitBatch);
    }
    steps.answerFinished(exchange, true, commitBatch);
    return Decision.TAKEN;
  }

  private Decision resumeLost(
      FinishStepRequest request,
      Exchange<FinishStepResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    if (!partition.owns(request.step().name())) {
      commitBatch.answer(exchange, new Answer.Split<>(partition.map()));
      return Decision.TAKEN;
    }
    if (partition.isBlocked(request.step().name())) {
      return Decision.WAIT;
    }
    PreparedOperation step =
        new PreparedOperation(
            request.id(),
            partition,
            request.step(),
            context.lanes().of(partition.slot()),
            State.LOST,
            commitBatch.wallNanos(),
            null);
    step.waiting().add(exchange);
    steps.resumeLost(step, commitBatch);
    return Decision.TAKEN;
  }
}
