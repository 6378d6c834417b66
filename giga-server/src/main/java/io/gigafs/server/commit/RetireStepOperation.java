package io.gigafs.server.commit;

import io.gigafs.protocol.Empty;
import io.gigafs.protocol.RetireStepRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;

/** Forgets a step of a change that is over. */
public final class RetireStepOperation implements Operation<RetireStepRequest, Empty> {
  private final CommitContext context;
  private final HeldSteps steps;

  public RetireStepOperation(CommitContext context, HeldSteps steps) {
    this.context = context;
    this.steps = steps;
  }

  @Override
  public Decision decide(
      RetireStepRequest request, Exchange<Empty> exchange, PartitionState partition, Turn turn) {
    HeldStep known = context.held(request.id().partTransaction());
    if (known != null) {
      switch (known.state()) {
        case DONE -> steps.retire(known, turn);
        // Prepared by a message that was on its way for long.
        case PREPARED, GETTING_READY -> steps.undo(known, turn);
        case FORGOTTEN -> {}
      }
    }
    turn.done(exchange, Empty.INSTANCE);
    return Decision.TAKEN;
  }
}
