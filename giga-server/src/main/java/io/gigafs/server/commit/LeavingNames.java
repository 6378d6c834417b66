package io.gigafs.server.commit;

import io.gigafs.protocol.CommitOutcomeRequest;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.FinishStepRequest;
import io.gigafs.protocol.FinishStepResult;
import io.gigafs.protocol.OutcomeResult;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.RetireStepRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.lane.LaneTask;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.PartitionState;

/**
 * Names that are held by changes while their slot leaves: another server serves the slot, but a
 * partition goes there only when nothing holds a name of it. So that this happens, the messages of
 * those changes are taken here.
 */
public final class LeavingNames {
  private final CommitContext context;
  private final FinishStepOperation finish;
  private final RetireStepOperation retire;
  private final CommitOutcomeOperation outcome;

  public LeavingNames(
      CommitContext context,
      FinishStepOperation finish,
      RetireStepOperation retire,
      CommitOutcomeOperation outcome) {
    this.context = context;
    this.finish = finish;
    this.retire = retire;
    this.outcome = outcome;
  }

  /** Whether the request is taken here; likewise the others. */
  public boolean finish(FinishStepRequest request, Exchange<FinishStepResult> exchange) {
    PreparedOperation step = context.held(request.id().partTransaction());
    return step != null && take(finish, request, exchange, step.partition());
  }

  public boolean retire(RetireStepRequest request, Exchange<Empty> exchange) {
    PreparedOperation step = context.held(request.id().partTransaction());
    return step != null && take(retire, request, exchange, step.partition());
  }

  public boolean outcome(CommitOutcomeRequest request, Exchange<OutcomeResult> exchange) {
    CoordinatedTransaction change = context.coordinated(request.id().transaction());
    if (change != null) {
      return take(outcome, request, exchange, change.partition());
    }
    PreparedOperation step = context.held(request.id().partTransaction());
    return step != null
        && isWhereItBegan(step)
        && take(outcome, request, exchange, step.partition());
  }

  /**
   * Whether a step is in the partition that its change began in. The step keeps that from leaving,
   * so nobody else can say that the change is over; and no other server can have begun it.
   */
  private static boolean isWhereItBegan(PreparedOperation step) {
    PartitionState partition = step.partition();
    return partition.directory().equals(step.id().directory()) && partition.owns(step.id().name());
  }

  private <Q extends PartitionRequest<R>, R extends Result> boolean take(
      Operation<Q, R> operation, Q request, Exchange<R> exchange, PartitionState partition) {
    if (context.transactions().view().state(partition.slot()).serves()) {
      return false;
    }
    context
        .transactions()
        .lanes()
        .of(partition.slot())
        .submit(
            LaneTask.of(
                exchange,
                commitBatch -> {
                  var unused = operation.decide(request, exchange, partition, commitBatch);
                }));
    return true;
  }
}
