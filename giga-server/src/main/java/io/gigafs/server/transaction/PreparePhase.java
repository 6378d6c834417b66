package io.gigafs.server.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.transaction.CommitId;
import io.gigafs.protocol.transaction.FinishStepRequest;
import io.gigafs.protocol.transaction.OutcomeResult.Outcome;
import io.gigafs.protocol.transaction.PrepareRequest;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.protocol.transaction.PromoteToInode;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.Recall;
import io.gigafs.server.transaction.NamespaceTransaction.Next;
import io.gigafs.server.transaction.RoutedCall.Routed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator of an undecided change: prepares its steps round by round, and then decides it in
 * one batch with the change of its own name. Used on the lane that owns that name.
 *
 * <p>Nothing is stored before the decision (presumed abort): an unknown change is aborted.
 *
 * @param <R> the result that the client gets
 */
final class PreparePhase<R extends Result> implements CoordinatedTransaction {
  private static final long UNDO_MILLIS = 5_000;
  private static final int RETRY_LATER_MILLIS = 100;

  private final TransactionManager manager;
  private final ServerContext context;
  private final PartitionState partition;
  private final NamespaceTransaction<R> change;
  private final Exchange<R> exchange;
  private final Caller caller;
  private final long transaction;
  private final Lane lane;
  private final List<PreparedParticipant> prepared = new ArrayList<>();
  private final Map<Integer, Participant> asked = new HashMap<>();
  private int outstanding;

  /** How to answer if the change is abandoned; null while it is not. */
  private @Nullable AbortReply abortReply;

  private interface AbortReply {
    void answer(CommitBatch commitBatch);
  }

  private PreparePhase(
      TransactionManager manager,
      PartitionState partition,
      NamespaceTransaction<R> change,
      Caller caller,
      Exchange<R> exchange) {
    this.manager = manager;
    this.context = manager.context();
    this.partition = partition;
    this.change = change;
    this.caller = caller;
    this.exchange = exchange;
    this.transaction = context.nextTransaction();
    this.lane = context.lanes().of(partition.slot());
  }

  /** Starts the change and locks its own name, which must not be locked. */
  static <R extends Result> void begin(
      TransactionManager manager,
      PartitionState partition,
      NamespaceTransaction<R> change,
      Caller caller,
      Exchange<R> exchange,
      CommitBatch commitBatch) {
    PreparePhase<R> preparePhase = new PreparePhase<>(manager, partition, change, caller, exchange);
    partition.locks().lock(preparePhase.name(), preparePhase.transaction);
    manager.add(preparePhase);
    FileAttributes own = change.ownDirectory();
    if (own == null) {
      preparePhase.proceed(commitBatch);
    } else {
      preparePhase.recall(own, commitBatch);
    }
  }

  /**
   * Recalls leases on the directory's dentry, and ends what earlier changes left in its partitions,
   * which might ask for an outcome at that dentry.
   */
  private void recall(FileAttributes own, CommitBatch commitBatch) {
    Recall recall =
        partition
            .leases()
            .recall(partition.directory(), name(), exchange.peer().clientId(), commitBatch.nanos());
    manager
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

  private void recalled(boolean settled, CommitBatch commitBatch) {
    if (settled) {
      proceed(commitBatch);
    } else {
      retry(RETRY_LATER_MILLIS);
      abort(commitBatch);
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

  private void proceed(CommitBatch commitBatch) {
    Next next = change.next(List.copyOf(prepared));
    if (next.refused() != null) {
      refuse(next.refused());
      abort(commitBatch);
    } else if (next.parts().isEmpty()) {
      decide(commitBatch);
    } else {
      next.parts().forEach(this::ask);
    }
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
            routed -> lane.submit(commitBatch -> answered(number, part, routed, commitBatch)));
  }

  private void answered(
      int number, Participant part, Routed<PrepareResult> routed, CommitBatch commitBatch) {
    outstanding--;
    asked.put(number, new Participant(part.directory(), routed.partition(), part.step()));
    if (routed.answer() instanceof Answer.Done<PrepareResult> done) {
      take(number, part.directory(), routed.partition(), part, done.result());
    } else if (routed.answer() instanceof Answer.Failed<PrepareResult> failed) {
      boolean isInodeRecordPending =
          failed.code() == ErrorCode.ESTALE && part.step() instanceof PromoteToInode;
      fail(isInodeRecordPending ? ErrorCode.ETIMEDOUT : failed.code(), failed.detail());
    } else {
      fail(ErrorCode.EIO, "the step was answered " + routed.answer());
    }
    if (outstanding == 0) {
      if (abortReply == null) {
        proceed(commitBatch);
      } else {
        abort(commitBatch);
      }
    }
  }

  private void take(
      int number, InodeId directory, PartitionIndex index, Participant part, PrepareResult result) {
    switch (result.outcome()) {
      case PREPARED ->
          prepared.add(
              new PreparedParticipant(
                  number,
                  directory,
                  index,
                  manager.steps().prepared(part.step(), result),
                  result.found(),
                  result.sinceNanos()));
      case REFUSED -> refuse(result.refused() == null ? ErrorCode.EIO : result.refused());
      case BUSY -> retry(ConflictDelay.millis(transaction));
      case NEEDLESS ->
          abortReply =
              commitBatch ->
                  commitBatch.settle(partition, change.request(), exchange, change.needless());
    }
  }

  private void refuse(ErrorCode code) {
    abortReply =
        commitBatch ->
            commitBatch.settle(
                partition, change.request(), exchange, new Answer.Failed<>(code, ""));
  }

  /** A timeout is not final: the client retries if its deadline allows. */
  private void fail(ErrorCode code, String detail) {
    if (code == ErrorCode.ETIMEDOUT) {
      retry(RETRY_LATER_MILLIS);
    } else {
      abortReply = commitBatch -> commitBatch.failed(exchange, code, detail);
    }
  }

  private void retry(int delayMillis) {
    abortReply = commitBatch -> commitBatch.answer(exchange, new Answer.Retry<>(delayMillis));
  }

  private void abort(CommitBatch commitBatch) {
    if (abortReply != null) {
      abortReply.answer(commitBatch);
    }
    commitBatch.afterCommit(this::undo);
    commitBatch.onFailure(this::undo);
  }

  private void decide(CommitBatch commitBatch) {
    context.reached(CrashPoint.COMMIT_ALL_PREPARED);
    commitBatch.onFailure(this::undo);
    CommitRecord record =
        new CommitRecord(
            partition.directory(),
            partition.index(),
            name(),
            change.rollbackStep(),
            change.moved(prepared),
            List.copyOf(prepared));
    CommitPhase decision = new CommitPhase(manager, partition, record, transaction);
    Answer.Done<R> answer = change.apply(prepared, partition, commitBatch);
    commitBatch.batch().putIntent(decision.intent());
    commitBatch.settle(partition, change.request(), exchange, answer);
    commitBatch.afterCommit(
        () -> {
          manager.add(decision);
          context.reached(CrashPoint.COMMIT_DECIDED);
          decision.begin();
        });
  }

  private void undo() {
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
