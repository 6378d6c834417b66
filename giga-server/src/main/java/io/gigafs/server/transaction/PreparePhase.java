package io.gigafs.server.transaction;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.transaction.CommitId;
import io.gigafs.protocol.transaction.CommitStep.PromoteToInode;
import io.gigafs.protocol.transaction.FinishStepRequest;
import io.gigafs.protocol.transaction.OutcomeResult.Outcome;
import io.gigafs.protocol.transaction.PrepareRequest;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.LaneTask;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.transaction.NamespaceTransaction.Participant;
import io.gigafs.server.transaction.NamespaceTransaction.PreparedParticipant;
import io.gigafs.server.transaction.RoutedCall.Routed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The coordinator of an undecided change: prepares its steps round by round, and then decides it in
 * one batch with the change of its own name. Used on the lane that owns that name.
 *
 * <p>Nothing is stored before the decision (presumed abort): an unknown change is aborted.
 *
 * @param <R> the result that the client gets
 */
final class PreparePhase<R extends Result> extends PrepareRounds<R>
    implements CoordinatedTransaction {
  private static final long UNDO_MILLIS = 5_000;
  private static final int RETRY_LATER_MILLIS = 100;

  private final long transaction;
  private final Map<Integer, Participant> asked = new HashMap<>();
  private int outstanding;
  private boolean isUndone;

  private PreparePhase(
      TransactionManager manager,
      PartitionState partition,
      NamespaceTransaction<R> change,
      Caller caller,
      Exchange<R> exchange,
      long transaction) {
    super(manager, partition, change, caller, exchange, transaction);
    this.transaction = transaction;
  }

  /** Starts the change and locks its own name, which must not be locked. */
  static <R extends Result> void begin(
      TransactionManager manager,
      PartitionState partition,
      NamespaceTransaction<R> change,
      Caller caller,
      Exchange<R> exchange,
      CommitBatch commitBatch) {
    long transaction = manager.context().nextTransaction();
    PreparePhase<R> preparePhase =
        new PreparePhase<>(manager, partition, change, caller, exchange, transaction);
    partition.locks().lock(preparePhase.name(), transaction);
    manager.add(preparePhase);
    preparePhase.orUndo(commitBatch, preparePhase::begin);
  }

  private void begin(CommitBatch commitBatch) {
    FileAttributes own = change.ownDirectory();
    if (own == null) {
      proceed(commitBatch);
    } else {
      recall(own, commitBatch);
    }
  }

  /**
   * Runs a part of the phase. If it throws, because the store cannot be read, the change is undone
   * and the client gets the error.
   */
  private void orUndo(CommitBatch commitBatch, LaneTask task) {
    commitBatch.reportFailureTo(exchange);
    try {
      task.run(commitBatch);
    } catch (RuntimeException | Error e) {
      undo();
      throw e;
    }
  }

  /**
   * Recalls leases on the directory's dentry, and ends what earlier changes left in its partitions,
   * which might ask for an outcome at that dentry.
   */
  private void recall(FileAttributes own, CommitBatch commitBatch) {
    partition
        .leases()
        .recall(
            name(),
            exchange.peer().clientId(),
            lane,
            commitBatch.nanos(),
            next ->
                new DirectoryWalks(context)
                    .place(
                        lane,
                        own.inode(),
                        transaction,
                        partition.directory(),
                        name(),
                        own.changedNanos(),
                        (settled, then) -> orUndo(then, batch -> recalled(settled, batch))));
  }

  private void recalled(boolean settled, CommitBatch commitBatch) {
    if (settled) {
      proceed(commitBatch);
    } else {
      retry(RETRY_LATER_MILLIS);
      abort(commitBatch);
    }
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

  @Override
  boolean prepare(List<Participant> round, CommitBatch commitBatch) {
    round.forEach(this::ask);
    return false;
  }

  private void ask(Participant part) {
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
                new PrepareRequest(
                    part.directory(),
                    index,
                    id,
                    exchange.peer().clientId(),
                    caller,
                    manager.usage().stampOf(partition, change),
                    part.step()))
        .thenAccept(
            routed ->
                lane.submit(
                    commitBatch ->
                        orUndo(commitBatch, batch -> answered(number, part, routed, batch))));
  }

  private void answered(
      int number, Participant part, Routed<PrepareResult> routed, CommitBatch commitBatch) {
    if (isUndone) {
      return;
    }
    outstanding--;
    Participant owner = new Participant(part.directory(), routed.partition(), part.step());
    asked.put(number, owner);
    if (routed.answer() instanceof Answer.Done<PrepareResult> done) {
      take(number, owner, done.result());
    } else if (routed.answer() instanceof Answer.Failed<PrepareResult> failed) {
      boolean isInodeRecordPending =
          failed.code() == ErrorCode.ESTALE && part.step() instanceof PromoteToInode;
      failed(isInodeRecordPending ? ErrorCode.ETIMEDOUT : failed.code(), failed.detail());
    } else {
      fail(ErrorCode.EIO, "the step was answered " + routed.answer());
    }
    if (outstanding == 0) {
      if (isAbandoned()) {
        abort(commitBatch);
      } else {
        proceed(commitBatch);
      }
    }
  }

  /** A timeout is not final: the client retries if its deadline allows. */
  private void failed(ErrorCode code, String detail) {
    if (code == ErrorCode.ETIMEDOUT) {
      retry(RETRY_LATER_MILLIS);
    } else {
      fail(code, detail);
    }
  }

  @Override
  void commit(List<PreparedParticipant> all, CommitBatch commitBatch) {
    context.reached(CrashPoint.COMMIT_ALL_PREPARED);
    commitBatch.onFailure(this::undo);
    CommitRecord record =
        new CommitRecord(
            partition.directory(),
            partition.index(),
            name(),
            change.rollbackStep(),
            change.moved(all),
            all);
    CommitPhase decision = new CommitPhase(manager, partition, record, transaction);
    Answer.Done<R> answer = change.apply(all, partition, commitBatch);
    commitBatch.batch().putIntent(decision.intent());
    settle(answer, commitBatch);
    commitBatch.afterCommit(
        () -> {
          manager.add(decision);
          context.reached(CrashPoint.COMMIT_DECIDED);
          decision.begin();
        });
  }

  @Override
  void undo(CommitBatch commitBatch) {
    commitBatch.afterCommit(this::undo);
    commitBatch.onFailure(this::undo);
  }

  private void undo() {
    if (isUndone) {
      return;
    }
    isUndone = true;
    manager.remove(this);
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
