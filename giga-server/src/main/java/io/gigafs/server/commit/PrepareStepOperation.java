package io.gigafs.server.commit;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.PrepareStepRequest;
import io.gigafs.protocol.PrepareStepResult;
import io.gigafs.protocol.PrepareStepResult.Outcome;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.commit.HeldStep.State;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.lane.Lane;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import io.gigafs.server.operation.Admission;
import io.gigafs.server.operation.EntryValidator;
import org.jspecify.annotations.Nullable;

/**
 * Makes sure that a step of a change can be done, and holds its name. It waits for no other
 * transaction: two that wait for each other's names would wait for ever.
 */
public final class PrepareStepOperation
    implements Operation<PrepareStepRequest, PrepareStepResult> {
  private final CommitContext context;
  private final HeldSteps steps;
  private final Readying readying;

  public PrepareStepOperation(CommitContext context, HeldSteps steps) {
    this.context = context;
    this.steps = steps;
    this.readying = new Readying(context);
  }

  @Override
  public Decision decide(
      PrepareStepRequest request,
      Exchange<PrepareStepResult> exchange,
      PartitionState partition,
      Turn turn) {
    if (!partition.owns(request.step().name())) {
      turn.answer(exchange, new Answer.Split<>(partition.map()));
      return Decision.TAKEN;
    }
    HeldStep known = context.held(request.id().partTransaction());
    if (known != null) {
      turn.done(exchange, again(known));
      return Decision.TAKEN;
    }
    if (partition.isHeld(request.step().name())
        || partition.isUndecided(request.step().name())
        || partition.locks().doReadersWait()) {
      turn.done(exchange, PrepareStepResult.BUSY);
      return Decision.TAKEN;
    }
    if (context.usage().crosses(request.step(), request.quota(), partition)) {
      turn.done(exchange, PrepareStepResult.refused(ErrorCode.EXDEV));
      return Decision.TAKEN;
    }
    PrepareStepResult result =
        context.steps().check(request.step(), request.caller(), partition, turn);
    if (result.outcome() == Outcome.PREPARED) {
      @Nullable String flaw = EntryValidator.flaw(request.step());
      if (flaw != null) {
        turn.failed(exchange, ErrorCode.EINVAL, "'" + request.step().name() + "': " + flaw);
        return Decision.TAKEN;
      }
      context.usage().join(request.step(), request.quota(), partition, turn);
      switch (context.usage().reserve(request.step(), request.quota(), partition, turn, exchange)) {
        case GRANTED -> {}
        case WAIT -> {
          return waitForQuota(request, exchange, turn);
        }
        case REFUSED -> {
          turn.done(exchange, PrepareStepResult.refused(ErrorCode.EDQUOT));
          return Decision.TAKEN;
        }
      }
      prepare(request, exchange, partition, result, turn);
    } else {
      turn.done(exchange, result);
    }
    return Decision.TAKEN;
  }

  /** What only moves waits for a count: not here, as its name there is held meanwhile. */
  private static Decision waitForQuota(
      PrepareStepRequest request, Exchange<PrepareStepResult> exchange, Turn turn) {
    if (request.quota().adds()) {
      return Decision.WAIT;
    }
    turn.done(exchange, PrepareStepResult.BUSY);
    return Decision.TAKEN;
  }

  private static PrepareStepResult again(HeldStep known) {
    PrepareStepResult result = known.result();
    return known.state() == State.PREPARED && result != null ? result : PrepareStepResult.BUSY;
  }

  private void prepare(
      PrepareStepRequest request,
      Exchange<PrepareStepResult> exchange,
      PartitionState partition,
      PrepareStepResult checked,
      Turn turn) {
    Admission.ensureBorn(partition, turn);
    PrepareStepResult result = checked.since(turn.wallNanos());
    Lane lane = context.transactions().lanes().of(partition.slot());
    boolean takesTime = Readying.isNeeded(request, result);
    HeldStep step =
        new HeldStep(
            request.id(),
            partition,
            Steps.prepared(request.step(), result),
            lane,
            takesTime ? State.GETTING_READY : State.PREPARED,
            turn.wallNanos(),
            result);
    step.reserve(context.usage().take(request.step(), request.quota(), partition));
    context.add(step);
    if (takesTime) {
      partition.locks().lock(step.name(), step.id().partTransaction());
      readying.start(
          step, request, result, turn, (told, next) -> ready(step, exchange, told, next));
    } else {
      step.hold();
      store(step, exchange, result, turn);
    }
  }

  private void ready(
      HeldStep step, Exchange<PrepareStepResult> exchange, PrepareStepResult result, Turn turn) {
    if (!context.isHeld(step)) {
      step.release(false);
      turn.done(exchange, PrepareStepResult.BUSY);
    } else if (result.outcome() != Outcome.PREPARED) {
      steps.forget(step);
      turn.done(exchange, result);
    } else {
      step.setState(State.PREPARED);
      step.partition().locks().unlock(step.name());
      step.hold();
      store(step, exchange, result, turn);
    }
  }

  private void store(
      HeldStep step, Exchange<PrepareStepResult> exchange, PrepareStepResult result, Turn turn) {
    turn.onFailure(() -> steps.forget(step));
    turn.batch().putIntent(step.intent(false));
    turn.afterCommit(() -> context.reached(CrashPoint.COMMIT_PREPARED));
    if (step.hidesName()) {
      turn.done(exchange, result);
    } else {
      // Two that may not be side by side rely on it, whatever a machine forgets.
      context.transactions().doneWhenDurable(turn, exchange, result);
    }
    steps.watch(step);
  }
}
