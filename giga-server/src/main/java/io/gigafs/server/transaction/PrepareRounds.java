package io.gigafs.server.transaction;

import io.gigafs.index.Name;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.transaction.NamespaceTransaction.Next;
import io.gigafs.server.transaction.NamespaceTransaction.Participant;
import io.gigafs.server.transaction.NamespaceTransaction.PreparedParticipant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks an undecided change, round by round, which participants to prepare, until it is decided or
 * abandoned. Used on the lane that owns the coordinator's name.
 *
 * @param <R> the result that the client gets
 */
abstract sealed class PrepareRounds<R extends Result> permits OnePhaseCommit, PreparePhase {
  final TransactionManager manager;
  final ServerContext context;
  final PartitionState partition;
  final NamespaceTransaction<R> change;
  final Caller caller;
  final Exchange<R> exchange;
  final Lane lane;
  private final long conflictSeed;
  private final List<PreparedParticipant> prepared = new ArrayList<>();

  /** How to answer, as the change is abandoned; null while it is not. */
  private @Nullable AbortReply abortReply;

  private interface AbortReply {
    void answer(CommitBatch commitBatch);
  }

  /** The rounds of a change; the seed spreads the retries of changes that conflict. */
  PrepareRounds(
      TransactionManager manager,
      PartitionState partition,
      NamespaceTransaction<R> change,
      Caller caller,
      Exchange<R> exchange,
      long conflictSeed) {
    this.manager = manager;
    this.context = manager.context();
    this.partition = partition;
    this.change = change;
    this.caller = caller;
    this.exchange = exchange;
    this.lane = context.lanes().of(partition.slot());
    this.conflictSeed = conflictSeed;
  }

  /**
   * Prepares the participants of a round. Returns whether all are prepared; otherwise the round
   * goes on later, or the change does not.
   */
  abstract boolean prepare(List<Participant> round, CommitBatch commitBatch);

  /** Everything is prepared: decides the change. */
  abstract void commit(List<PreparedParticipant> all, CommitBatch commitBatch);

  /** Releases what was locked and reserved for the change, which is not made. */
  abstract void undo(CommitBatch commitBatch);

  /** Prepares round after round until one has to wait, then decides or abandons the change. */
  final void proceed(CommitBatch commitBatch) {
    Next next;
    do {
      next = change.next(List.copyOf(prepared));
      if (next.refused() != null) {
        refuse(next.refused());
        abort(commitBatch);
        return;
      }
      if (next.parts().isEmpty()) {
        commit(List.copyOf(prepared), commitBatch);
        return;
      }
    } while (prepare(next.parts(), commitBatch));
  }

  /** Takes note of the result of a participant, which owns the name of its step. */
  final void take(int number, Participant part, PrepareResult result) {
    switch (result.outcome()) {
      case PREPARED ->
          prepared.add(
              new PreparedParticipant(
                  number,
                  part.directory(),
                  part.partition(),
                  manager.steps().prepared(part.step(), result),
                  result.found(),
                  result.sinceNanos()));
      case REFUSED -> refuse(result.refused() == null ? ErrorCode.EIO : result.refused());
      case BUSY -> retry(ConflictDelay.millis(conflictSeed));
      case NEEDLESS -> abandon(batch -> settle(change.needless(), batch));
    }
  }

  private void refuse(ErrorCode code) {
    abandon(commitBatch -> settle(new Answer.Failed<>(code, ""), commitBatch));
  }

  final void fail(ErrorCode code, String detail) {
    abandon(commitBatch -> commitBatch.failed(exchange, code, detail));
  }

  /** The client has to send its request again after this delay. */
  final void retry(int delayMillis) {
    abandon(commitBatch -> commitBatch.answer(exchange, new Answer.Retry<>(delayMillis)));
  }

  private void abandon(AbortReply reply) {
    abortReply = reply;
  }

  final boolean isAbandoned() {
    return abortReply != null;
  }

  final void abort(CommitBatch commitBatch) {
    if (abortReply != null) {
      abortReply.answer(commitBatch);
    }
    undo(commitBatch);
  }

  final void settle(Answer<R> answer, CommitBatch commitBatch) {
    commitBatch.settle(partition, change.request(), exchange, answer);
  }

  final Name name() {
    return change.request().name();
  }

  /** The delay after which a change that found a name locked by another transaction is retried. */
  static final class ConflictDelay {
    private static final int MIN_MILLIS = 2;
    private static final int SPREAD_MILLIS = 16;

    private ConflictDelay() {}

    /**
     * A short randomized delay, so that two conflicting transactions do not collide again.
     *
     * @param random a number that differs from one attempt to the next
     */
    static int millis(long random) {
      return MIN_MILLIS + (int) Math.floorMod(random, (long) SPREAD_MILLIS);
    }
  }
}
