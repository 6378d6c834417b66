package io.gigafs.server.commit;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.CommitId;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FinishStepRequest;
import io.gigafs.protocol.MakeHome;
import io.gigafs.protocol.OutcomeResult.Outcome;
import io.gigafs.protocol.PrepareStepRequest;
import io.gigafs.protocol.PrepareStepResult;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.commit.NamesChange.Next;
import io.gigafs.server.commit.RoutedCall.Routed;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.lane.Lane;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Recall;
import io.gigafs.server.lane.Turn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of several names that is not decided yet: has its steps prepared, one round after the
 * other, and then decides it, in one batch with what it does to its own name. In turns of the lane
 * that holds that name.
 *
 * <p>Nothing is stored of it before that: a change of which nobody knows is undone.
 *
 * @param <R> what the client is told
 */
final class Preparation<R extends Result> implements Coordinated {
  private static final long UNDO_MILLIS = 5_000;
  private static final int COME_AGAIN_MILLIS = 100;

  private final CommitContext context;
  private final PartitionState partition;
  private final NamesChange<R> change;
  private final Exchange<R> exchange;
  private final Caller caller;
  private final long transaction;
  private final Lane lane;
  private final List<PreparedPart> prepared = new ArrayList<>();
  private final Map<Integer, Part> asked = new HashMap<>();
  private int outstanding;

  /** Why the change is not made, once that is known. */
  private @Nullable GivingUp givingUp;

  private interface GivingUp {
    void answer(Turn turn);
  }

  private Preparation(
      CommitContext context,
      PartitionState partition,
      NamesChange<R> change,
      Caller caller,
      Exchange<R> exchange) {
    this.context = context;
    this.partition = partition;
    this.change = change;
    this.caller = caller;
    this.exchange = exchange;
    this.transaction = context.transactions().transactions().getAsLong();
    this.lane = context.transactions().lanes().of(partition.slot());
  }

  /** Begins; the own name, which nobody may hold, is held from here on. */
  static <R extends Result> void begin(
      CommitContext context,
      PartitionState partition,
      NamesChange<R> change,
      Caller caller,
      Exchange<R> exchange,
      Turn turn) {
    Preparation<R> preparation = new Preparation<>(context, partition, change, caller, exchange);
    partition.locks().lock(preparation.name(), preparation.transaction);
    context.add(preparation);
    FileAttributes own = change.ownDirectory();
    if (own == null) {
      preparation.goOn(turn);
    } else {
      preparation.recall(own, turn);
    }
  }

  /**
   * Nobody is to rely on the directory's entry, and nothing that others left behind to ask for it.
   */
  private void recall(FileAttributes own, Turn turn) {
    Recall recall =
        partition
            .leases()
            .recall(partition.directory(), name(), exchange.peer().clientId(), turn.nanos());
    context
        .transactions()
        .recalls()
        .whenDone(
            recall,
            lane,
            next ->
                new DirectoryWalks(context)
                    .place(
                        lane,
                        own.inode(),
                        transaction,
                        partition.directory(),
                        name(),
                        own.changedNanos(),
                        this::recalled));
  }

  private void recalled(boolean settled, Turn turn) {
    if (settled) {
      goOn(turn);
    } else {
      comeAgain(COME_AGAIN_MILLIS);
      giveUp(turn);
    }
  }

  private Name name() {
    return change.request().name();
  }

  @Override
  public long transaction() {
    return transaction;
  }

  @Override
  public PartitionState partition() {
    return partition;
  }

  @Override
  public Outcome outcome(int part) {
    return Outcome.PENDING;
  }

  @Override
  public void stepDone(int part) {
    throw new IllegalStateException("step " + part + " is done, but nothing is decided");
  }

  private void goOn(Turn turn) {
    Next next = change.next(List.copyOf(prepared));
    if (next.refused() != null) {
      refuse(next.refused());
      giveUp(turn);
    } else if (next.parts().isEmpty()) {
      decide(turn);
    } else {
      next.parts().forEach(this::ask);
    }
  }

  private void ask(Part part) {
    int number = 1 + asked.size();
    asked.put(number, part);
    outstanding++;
    CommitId id =
        new CommitId(transaction, number, partition.directory(), partition.index(), name());
    RoutedCall.ask(
            context.messenger()::ask,
            part.partition(),
            part.step().name(),
            exchange.deadlineNanos(),
            index ->
                new PrepareStepRequest(
                    part.directory(),
                    index,
                    id,
                    exchange.peer().clientId(),
                    caller,
                    context.usage().stampOf(partition, change),
                    part.step()))
        .thenAccept(routed -> lane.submit(turn -> answered(number, part, routed, turn)));
  }

  private void answered(int number, Part part, Routed<PrepareStepResult> routed, Turn turn) {
    outstanding--;
    asked.put(number, new Part(part.directory(), routed.partition(), part.step()));
    if (routed.answer() instanceof Answer.Done<PrepareStepResult> done) {
      take(number, part.directory(), routed.partition(), part, done.result());
    } else if (routed.answer() instanceof Answer.Failed<PrepareStepResult> failed) {
      boolean homeIsComing = failed.code() == ErrorCode.ESTALE && part.step() instanceof MakeHome;
      fail(homeIsComing ? ErrorCode.ETIMEDOUT : failed.code(), failed.detail());
    } else {
      fail(ErrorCode.EIO, "the step was answered " + routed.answer());
    }
    if (outstanding == 0) {
      if (givingUp == null) {
        goOn(turn);
      } else {
        giveUp(turn);
      }
    }
  }

  private void take(
      int number, InodeId directory, PartitionIndex index, Part part, PrepareStepResult result) {
    switch (result.outcome()) {
      case PREPARED ->
          prepared.add(
              new PreparedPart(
                  number,
                  directory,
                  index,
                  Steps.prepared(part.step(), result),
                  result.found(),
                  result.sinceNanos()));
      case REFUSED -> refuse(result.refused() == null ? ErrorCode.EIO : result.refused());
      case BUSY -> comeAgain(Busy.delayMillis(transaction));
      case NEEDLESS ->
          givingUp = turn -> turn.settle(partition, change.request(), exchange, change.needless());
    }
  }

  private void refuse(ErrorCode code) {
    givingUp =
        turn -> turn.settle(partition, change.request(), exchange, new Answer.Failed<>(code, ""));
  }

  /** Without an answer it is not final: the caller, if it still has time, asks again. */
  private void fail(ErrorCode code, String detail) {
    if (code == ErrorCode.ETIMEDOUT) {
      comeAgain(COME_AGAIN_MILLIS);
    } else {
      givingUp = turn -> turn.failed(exchange, code, detail);
    }
  }

  private void comeAgain(int delayMillis) {
    givingUp = turn -> turn.answer(exchange, new Answer.Retry<>(delayMillis));
  }

  private void giveUp(Turn turn) {
    if (givingUp != null) {
      givingUp.answer(turn);
    }
    turn.afterCommit(this::undo);
    turn.onFailure(this::undo);
  }

  private void decide(Turn turn) {
    context.reached(CrashPoint.COMMIT_ALL_PREPARED);
    turn.onFailure(this::undo);
    CommitRecord record =
        new CommitRecord(
            partition.directory(),
            partition.index(),
            name(),
            change.takeBack(),
            change.moved(prepared),
            List.copyOf(prepared));
    DecidedChange decision = new DecidedChange(context, partition, record, transaction);
    Answer.Done<R> answer = change.apply(prepared, partition, turn);
    turn.batch().putIntent(decision.intent());
    turn.settle(partition, change.request(), exchange, answer);
    turn.afterCommit(
        () -> {
          context.add(decision);
          context.reached(CrashPoint.COMMIT_DECIDED);
          decision.begin();
        });
  }

  private void undo() {
    context.remove(this);
    change.abandoned();
    partition.locks().unlock(name());
    partition.resumeParked();
    asked.forEach(
        (number, part) -> {
          CommitId id =
              new CommitId(transaction, number, partition.directory(), partition.index(), name());
          var unused =
              context
                  .messenger()
                  .ask(
                      new FinishStepRequest(
                          part.directory(), part.partition(), id, false, 0, part.step()),
                      context.in(UNDO_MILLIS));
        });
  }
}
