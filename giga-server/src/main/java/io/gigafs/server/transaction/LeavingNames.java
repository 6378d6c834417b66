package io.gigafs.server.transaction;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.transaction.CommitId;
import io.gigafs.protocol.transaction.CommitOutcomeRequest;
import io.gigafs.protocol.transaction.FinishStepRequest;
import io.gigafs.protocol.transaction.FinishStepRequest.FinishStepResult;
import io.gigafs.protocol.transaction.OutcomeResult;
import io.gigafs.protocol.transaction.RetireStepRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.LaneTask;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionOperation.Decision;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.SlotState;
import org.jspecify.annotations.Nullable;

/**
 * Serves messages of transactions for partitions of a slot being exported that cannot move yet.
 * Another server serves the slot already, but a partition moves only once it is at rest: while one
 * of its names is locked, for whatever change, it is certainly here, and no other server can have
 * started a transaction or prepared a step in it. If these messages waited until it has moved, two
 * slots that move could wait for each other: each for the outcome of a transaction in the other.
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
    return take(finish, request, exchange, held(request.id()));
  }

  public boolean retire(RetireStepRequest request, Exchange<Empty> exchange) {
    return take(retire, request, exchange, held(request.id()));
  }

  public boolean outcome(CommitOutcomeRequest request, Exchange<OutcomeResult> exchange) {
    CoordinatedTransaction change = manager.coordinated(request.id().transaction());
    return take(outcome, request, exchange, change == null ? null : change.partition());
  }

  private @Nullable PartitionState held(CommitId id) {
    PreparedOperation step = manager.held(id.partTransaction());
    return step == null ? null : step.partition();
  }

  /**
   * Handles a request if its slot is being exported.
   *
   * @param known the partition that has the step or transaction, null if this server has neither
   */
  private <Q extends PartitionRequest<R>, R extends Result> boolean take(
      PartitionOperation<Q, R> operation,
      Q request,
      Exchange<R> exchange,
      @Nullable PartitionState known) {
    int slot =
        known == null
            ? context.view().slotOf(request.directory(), request.partition())
            : known.slot();
    if (context.view().state(slot) != SlotState.LEAVING) {
      return false;
    }
    Lane lane = context.lanes().of(slot);
    lane.submit(
        LaneTask.of(
            exchange,
            commitBatch -> {
              PartitionState partition =
                  known == null
                      ? lane.partitions().find(request.directory(), request.partition())
                      : known;
              if (partition == null || (!partition.isSplitting() && partition.locks().isEmpty())) {
                commitBatch.answer(exchange, new Answer.Moved<>(context.view().get()));
              } else if (operation.decide(request, exchange, partition, commitBatch)
                  == Decision.WAIT) {
                commitBatch.answer(exchange, new Answer.Retry<>(RETRY_LATER_MILLIS));
              }
            }));
    return true;
  }
}
