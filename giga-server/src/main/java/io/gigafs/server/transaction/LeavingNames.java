package io.gigafs.server.transaction;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.transaction.CommitOutcomeRequest;
import io.gigafs.protocol.transaction.FinishStepRequest;
import io.gigafs.protocol.transaction.FinishStepRequest.FinishStepResult;
import io.gigafs.protocol.transaction.OutcomeResult;
import io.gigafs.protocol.transaction.RetireStepRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.LaneTask;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionOperation.Decision;
import io.gigafs.server.partition.PartitionState;

/**
 * Serves messages of transactions that lock names of a slot being exported. Another server serves
 * the slot already, but a partition moves only once none of its names is locked. So these messages
 * must be handled here until then.
 */
final class LeavingNames {
  private static final int RETRY_LATER_MILLIS = 100;

  private final TransactionManager manager;
  private final ServerContext context;
  private final FinishStepOperation finish;
  private final RetireStepOperation retire;
  private final CommitOutcomeOperation outcome;

  LeavingNames(
      TransactionManager manager,
      FinishStepOperation finish,
      RetireStepOperation retire,
      CommitOutcomeOperation outcome) {
    this.manager = manager;
    this.context = manager.context();
    this.finish = finish;
    this.retire = retire;
    this.outcome = outcome;
  }

  /** Whether this server handles the request; same for the other methods. */
  public boolean finish(FinishStepRequest request, Exchange<FinishStepResult> exchange) {
    PreparedOperation step = manager.held(request.id().partTransaction());
    return step != null && take(finish, request, exchange, step.partition());
  }

  public boolean retire(RetireStepRequest request, Exchange<Empty> exchange) {
    PreparedOperation step = manager.held(request.id().partTransaction());
    return step != null && take(retire, request, exchange, step.partition());
  }

  public boolean outcome(CommitOutcomeRequest request, Exchange<OutcomeResult> exchange) {
    CoordinatedTransaction change = manager.coordinated(request.id().transaction());
    if (change != null) {
      return take(outcome, request, exchange, change.partition());
    }
    PreparedOperation step = manager.held(request.id().partTransaction());
    return step != null
        && isWhereItBegan(step)
        && take(outcome, request, exchange, step.partition());
  }

  /**
   * Whether the step is in the partition of its coordinator. The step keeps that partition from
   * moving, so no other server can have started the change or can report it as ended.
   */
  private static boolean isWhereItBegan(PreparedOperation step) {
    PartitionState partition = step.partition();
    return partition.directory().equals(step.id().directory()) && partition.owns(step.id().name());
  }

  private <Q extends PartitionRequest<R>, R extends Result> boolean take(
      PartitionOperation<Q, R> operation,
      Q request,
      Exchange<R> exchange,
      PartitionState partition) {
    if (context.view().state(partition.slot()).serves()) {
      return false;
    }
    context
        .lanes()
        .of(partition.slot())
        .submit(
            LaneTask.of(
                exchange,
                commitBatch -> {
                  if (operation.decide(request, exchange, partition, commitBatch)
                      == Decision.WAIT) {
                    commitBatch.answer(exchange, new Answer.Retry<>(RETRY_LATER_MILLIS));
                  }
                }));
    return true;
  }
}
