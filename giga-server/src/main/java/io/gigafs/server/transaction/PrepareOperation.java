package io.gigafs.server.transaction;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.transaction.PrepareRequest;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.protocol.transaction.PrepareResult.Outcome;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.EntryValidator;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.transaction.PreparedOperation.State;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a step can be done, and locks its name. It never waits for another transaction, as
 * two that waited for each other's names would deadlock.
 */
final class PrepareOperation implements PartitionOperation<PrepareRequest, PrepareResult> {
  private final TransactionManager manager;
  private final ServerContext context;
  private final PreparedOperations steps;
  private final LongPreparation longPreparation;

  PrepareOperation(TransactionManager manager, PreparedOperations steps) {
    this.manager = manager;
    this.context = manager.context();
    this.steps = steps;
    this.longPreparation = new LongPreparation(manager);
  }

  @Override
  public Decision decide(
      PrepareRequest request,
      Exchange<PrepareResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    if (!partition.owns(request.step().name())) {
      commitBatch.answer(exchange, new Answer.Split<>(partition.map()));
      return Decision.TAKEN;
    }
    PreparedOperation known = manager.held(request.id().partTransaction());
    if (known != null) {
      commitBatch.done(exchange, again(known));
      return Decision.TAKEN;
    }
    PrepareResult result =
        partition.locks().doReadersWait()
            ? PrepareResult.BUSY
            : manager.check(
                request.step(), request.quota(), request.caller(), partition, commitBatch);
    if (result.outcome() == Outcome.PREPARED) {
      @Nullable String flaw = EntryValidator.flaw(request.step());
      if (flaw != null) {
        commitBatch.failed(exchange, ErrorCode.EINVAL, "'" + request.step().name() + "': " + flaw);
        return Decision.TAKEN;
      }
      manager.usage().join(request.step(), request.quota(), partition, commitBatch);
      switch (manager
          .usage()
          .reserve(request.step(), request.quota(), partition, commitBatch, exchange)) {
        case GRANTED -> {}
        case WAIT -> {
          return waitForQuota(request, exchange, commitBatch);
        }
        case REFUSED -> {
          commitBatch.done(exchange, PrepareResult.refused(ErrorCode.EDQUOT));
          return Decision.TAKEN;
        }
      }
      prepare(request, exchange, partition, result, commitBatch);
    } else {
      commitBatch.done(exchange, result);
    }
    return Decision.TAKEN;
  }

  /**
   * A step that only moves usage does not wait for a quota count here, because the coordinator's
   * name stays locked meanwhile.
   */
  private static Decision waitForQuota(
      PrepareRequest request, Exchange<PrepareResult> exchange, CommitBatch commitBatch) {
    if (request.quota().adds()) {
      return Decision.WAIT;
    }
    commitBatch.done(exchange, PrepareResult.BUSY);
    return Decision.TAKEN;
  }

  private static PrepareResult again(PreparedOperation known) {
    PrepareResult result = known.result();
    return known.state() == State.PREPARED && result != null ? result : PrepareResult.BUSY;
  }

  private void prepare(
      PrepareRequest request,
      Exchange<PrepareResult> exchange,
      PartitionState partition,
      PrepareResult checked,
      CommitBatch commitBatch) {
    Admission.ensureBorn(partition, commitBatch);
    PrepareResult result = checked.since(commitBatch.wallNanos());
    Lane lane = context.lanes().of(partition.slot());
    boolean takesTime = LongPreparation.isNeeded(request, result);
    PreparedOperation step =
        new PreparedOperation(
            request.id(),
            partition,
            manager.steps().prepared(request.step(), result),
            lane,
            takesTime ? State.PREPARING : State.PREPARED,
            commitBatch.wallNanos(),
            result);
    step.reserve(manager.usage().take(request.step(), request.quota(), partition));
    manager.add(step);
    if (takesTime) {
      partition.locks().lock(step.name(), step.id().partTransaction());
      longPreparation.start(
          step,
          request,
          result,
          commitBatch,
          (prepared, next) -> ready(step, exchange, prepared, next));
    } else {
      step.hold();
      store(step, exchange, result, commitBatch);
    }
  }

  private void ready(
      PreparedOperation step,
      Exchange<PrepareResult> exchange,
      PrepareResult result,
      CommitBatch commitBatch) {
    if (step.state() == State.ABORTED || !manager.isHeld(step)) {
      steps.forget(step);
      commitBatch.done(exchange, PrepareResult.BUSY);
    } else if (result.outcome() != Outcome.PREPARED) {
      steps.forget(step);
      commitBatch.done(exchange, result);
    } else {
      step.setState(State.PREPARED);
      step.partition().locks().unlock(step.name());
      step.hold();
      store(step, exchange, result, commitBatch);
    }
  }

  private void store(
      PreparedOperation step,
      Exchange<PrepareResult> exchange,
      PrepareResult result,
      CommitBatch commitBatch) {
    commitBatch.onFailure(() -> steps.forget(step));
    commitBatch.batch().putIntent(step.intent(false));
    commitBatch.afterCommit(() -> context.reached(CrashPoint.COMMIT_PREPARED));
    if (step.hidesName()) {
      commitBatch.done(exchange, result);
    } else {
      // The rename lock must be exclusive even if a server crashes and loses its state.
      context.doneWhenDurable(commitBatch, exchange, result);
    }
    steps.watch(step);
  }
}
