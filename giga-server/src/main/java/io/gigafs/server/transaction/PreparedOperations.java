package io.gigafs.server.transaction;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.transaction.CommitOutcomeRequest;
import io.gigafs.protocol.transaction.FinishStepRequest.FinishStepResult;
import io.gigafs.protocol.transaction.OutcomeResult;
import io.gigafs.protocol.transaction.OutcomeResult.Outcome;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.LaneTask;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.transaction.PreparedOperation.State;
import io.gigafs.server.transaction.RoutedCall.Routed;
import io.gigafs.tablefs.Intent;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends prepared steps of this server as their coordinator decides. A coordinator that stays silent
 * is asked for the outcome. Used on the partitions' lanes.
 */
public final class PreparedOperations {
  private static final Logger LOG = LoggerFactory.getLogger(PreparedOperations.class);

  /** Delay before the coordinator is asked, and between two questions. */
  private static final long WATCH_MILLIS = 1_000;

  private static final long ASK_MILLIS = 5_000;
  private static final int RETRY_LATER_MILLIS = 100;

  private final TransactionManager manager;
  private final ServerContext context;

  public PreparedOperations(TransactionManager manager) {
    this.manager = manager;
    this.context = manager.context();
  }

  /** Resumes a step after a restart, before the lane serves requests. */
  public void resume(Intent stored, CommitBatch commitBatch) {
    StepIntent intent = StepIntent.decode(stored.body());
    if (manager.held(intent.id().partTransaction()) != null) {
      return;
    }
    Lane lane = context.lanes().of(stored.slot());
    PartitionState partition = lane.partitions().find(intent.directory(), intent.partition());
    if (partition == null) {
      LOG.warn("dropping a prepared step: directory {} no longer exists", intent.directory());
      commitBatch.batch().deleteIntent(stored.slot(), stored.transaction());
      return;
    }
    State state = intent.done() ? State.DONE : State.PREPARED;
    PreparedOperation step =
        new PreparedOperation(
            intent.id(), partition, intent.step(), lane, state, commitBatch.wallNanos(), null);
    manager.add(step);
    if (intent.done()) {
      partition.locks().pin(step.name(), stored.transaction());
    } else {
      step.reserve(StepUsage.takeAgain(step.step(), partition));
      step.hold();
    }
    lane.submit(next -> ask(step));
  }

  /** Applies a step whose change is decided. */
  void finish(PreparedOperation step, CommitBatch commitBatch) {
    State before = step.state();
    step.setState(State.DONE);
    commitBatch.onFailure(() -> step.setState(before));
    step.redeem(commitBatch);
    manager.steps().apply(step.step(), step.partition(), commitBatch, step.heldSinceNanos());
    commitBatch.batch().putIntent(step.intent(true));
    commitBatch.afterCommit(
        () -> {
          context.reached(CrashPoint.COMMIT_STEP_DONE);
          step.partition().locks().pin(step.name(), step.id().partTransaction());
          unlock(step);
          manager.whenDurable(step.toString(), step.lane(), next -> step.release(true));
        });
  }

  /** Aborts a step. */
  void undo(PreparedOperation step, CommitBatch commitBatch) {
    switch (step.state()) {
      case PREPARING -> undoPreparing(step);
      case PREPARED -> undoPrepared(step, commitBatch);
      case ABORTED -> {}
      case DONE, LOST -> forget(step);
    }
  }

  private void undoPreparing(PreparedOperation step) {
    if (step.isPreparationMutating()) {
      step.setState(State.ABORTED);
    } else {
      forget(step);
    }
  }

  private void undoPrepared(PreparedOperation step, CommitBatch commitBatch) {
    commitBatch.batch().deleteIntent(step.partition().slot(), step.id().partTransaction());
    commitBatch.afterCommit(
        () -> {
          context.reached(CrashPoint.COMMIT_STEP_UNDONE);
          forget(step);
        });
  }

  /** Deletes an applied step that the coordinator will not ask for again. */
  void retire(PreparedOperation step, CommitBatch commitBatch) {
    commitBatch.batch().deleteIntent(step.partition().slot(), step.id().partTransaction());
    commitBatch.afterCommit(
        () -> {
          context.reached(CrashPoint.COMMIT_STEP_RETIRED);
          manager.remove(step);
          step.partition().locks().unpin(step.name(), step.id().partTransaction());
          step.partition().resumeParked();
        });
  }

  /** Drops a step of which nothing is stored, and unlocks its name. */
  void forget(PreparedOperation step) {
    if (manager.isHeld(step)) {
      manager.remove(step);
      step.release(false);
      step.releaseReservation();
      unlock(step);
    }
  }

  private static void unlock(PreparedOperation step) {
    step.partition().locks().unlock(step.name());
    step.partition().resumeParked();
  }

  /** Checks on a step from time to time until it is gone. */
  void watch(PreparedOperation step) {
    context.timers().after(WATCH_MILLIS, () -> step.lane().submit(commitBatch -> look(step)));
  }

  private void look(PreparedOperation step) {
    if (!manager.isHeld(step)) {
      return;
    }
    switch (step.state()) {
      case PREPARED, DONE -> ask(step);
      case PREPARING, ABORTED, LOST -> watch(step);
    }
  }

  /** An applied step may be reported as done only once that is durable. */
  private void ask(PreparedOperation step) {
    if (step.state() == State.DONE) {
      manager.whenDurable(step.toString(), step.lane(), commitBatch -> ask(step, true, this::act));
    } else {
      ask(step, false, this::act);
    }
  }

  /**
   * Resumes a step that a crash lost, and asks the coordinator whether the change is decided. A
   * step that can still be done is prepared again first: its name stays locked until the
   * coordinator has answered, however long that takes and even if this server crashes again.
   */
  void resumeLost(PreparedOperation step, CommitBatch commitBatch) {
    // Read first: a step whose partition cannot be read is asked for again, and not held.
    boolean fits = manager.steps().stillFits(step.step(), step.partition(), commitBatch);
    if (fits) {
      Admission.ensureBorn(step.partition(), commitBatch);
    }
    manager.add(step);
    if (!fits) {
      step.partition().locks().lockUndecided(step.name(), step.id().partTransaction());
      confirm(step);
      return;
    }
    step.setState(State.PREPARED);
    step.reserve(StepUsage.takeAgain(step.step(), step.partition()));
    step.hold();
    commitBatch.batch().putIntent(step.intent(false));
    commitBatch.onFailure(
        () -> {
          forget(step);
          step.lane().submit(next -> askToRetry(step, next));
        });
    commitBatch.afterCommit(() -> confirm(step));
  }

  private void confirm(PreparedOperation step) {
    ask(step, false, this::actOnLost);
  }

  @FunctionalInterface
  private interface Acting {
    void act(PreparedOperation step, @Nullable Outcome outcome, CommitBatch commitBatch);
  }

  private void ask(PreparedOperation step, boolean done, Acting acting) {
    Consumer<Routed<OutcomeResult>> answered =
        routed ->
            step.lane()
                .submit(
                    LaneTask.orElse(
                        commitBatch -> {
                          if (manager.isHeld(step)) {
                            acting.act(step, outcome(step, routed), commitBatch);
                          } else {
                            askToRetry(step, commitBatch);
                          }
                        },
                        () -> {
                          watch(step);
                          step.lane().submit(next -> askToRetry(step, next));
                        }));
    RoutedCall.ask(
            manager::queryOwners,
            step.id().partition(),
            step.id().name(),
            context.in(ASK_MILLIS),
            index -> new CommitOutcomeRequest(index, step.id(), done))
        .thenAccept(answered);
  }

  /** The outcome of the change; null if it cannot be determined now. */
  private static @Nullable Outcome outcome(PreparedOperation step, Routed<OutcomeResult> routed) {
    if (routed.isGone()) {
      return Outcome.ABORTED;
    }
    if (routed.answer() instanceof Answer.Done<OutcomeResult> done) {
      return done.result().outcome();
    }
    LOG.warn("cannot learn the outcome of {}, asking again: {}", step, routed.answer());
    return null;
  }

  private void act(PreparedOperation step, @Nullable Outcome outcome, CommitBatch commitBatch) {
    if (outcome != null && outcome != Outcome.PENDING) {
      context.reached(CrashPoint.COMMIT_OUTCOME_LEARNED);
      boolean prepared = step.state() == State.PREPARED;
      if (outcome == Outcome.COMMITTED) {
        if (prepared) {
          LOG.info("{} is committed: the coordinator confirmed it", step);
          finish(step, commitBatch);
        }
      } else if (prepared) {
        LOG.info("{} is aborted: the coordinator does not know it", step);
        undo(step, commitBatch);
      } else {
        retire(step, commitBatch);
      }
    }
    watch(step);
  }

  /** A lost step that cannot be done any more is dropped; it was not prepared again. */
  private void actOnLost(
      PreparedOperation step, @Nullable Outcome outcome, CommitBatch commitBatch) {
    boolean fits = step.state() == State.PREPARED;
    if (!fits) {
      forget(step);
    } else if (outcome == Outcome.COMMITTED) {
      LOG.warn("{} is committed, although a crash lost its prepared state", step);
      finish(step, commitBatch);
    } else if (outcome == Outcome.ABORTED) {
      undo(step, commitBatch);
    }
    watch(step);
    if (outcome == null || outcome == Outcome.PENDING) {
      askToRetry(step, commitBatch);
      return;
    }
    for (Exchange<FinishStepResult> each : step.waiting()) {
      answerFinished(each, fits || outcome == Outcome.ABORTED, commitBatch);
    }
    step.waiting().clear();
  }

  private static void askToRetry(PreparedOperation step, CommitBatch commitBatch) {
    for (Exchange<FinishStepResult> each : step.waiting()) {
      commitBatch.answer(each, new Answer.Retry<>(RETRY_LATER_MILLIS));
    }
    step.waiting().clear();
  }

  /** Answers the coordinator once the step is durable. */
  void answerFinished(Exchange<FinishStepResult> exchange, boolean fits, CommitBatch commitBatch) {
    context.doneWhenDurable(commitBatch, exchange, new FinishStepResult(fits));
  }
}
