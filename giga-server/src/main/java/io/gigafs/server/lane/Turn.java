package io.gigafs.server.lane;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a lane does between two commits: the batch built so far, the answers that wait for it, and
 * what follows.
 *
 * <p>Used by the lane's thread only. Invariants:
 *
 * <ol>
 *   <li>no answer leaves before the batch that it rests on is committed;
 *   <li>if the commit fails, every answer of the turn is that failure, and what the lane remembers
 *       of the partitions touched is read from the store again.
 * </ol>
 */
public final class Turn {
  private static final Logger LOG = LoggerFactory.getLogger(Turn.class);

  private final Store store;
  private final Clock clock;
  private final Batch batch;
  private final List<PendingAnswer<?>> answers = new ArrayList<>();
  private final List<Runnable> afterCommit = new ArrayList<>();
  private final List<Runnable> onFailure = new ArrayList<>();
  private final Set<PartitionState> touched = new LinkedHashSet<>();
  private long nanos;
  private long wallNanos;

  Turn(Store store, Clock clock) {
    this.store = store;
    this.clock = clock;
    this.batch = store.newBatch();
  }

  void begin() {
    nanos = clock.nanos();
    wallNanos = clock.wallNanos();
  }

  /** Monotonic time of the turn, ns. */
  public long nanos() {
    return nanos;
  }

  /** Wall-clock time of the turn, ns since the epoch. */
  public long wallNanos() {
    return wallNanos;
  }

  public Batch batch() {
    return batch;
  }

  /** Sends the answer once the batch is committed. */
  public <R extends Result> void answer(Exchange<R> exchange, Answer<R> answer) {
    answers.add(new PendingAnswer<>(exchange, answer));
  }

  /** Sends a result once the batch is committed. */
  public <R extends Result> void done(Exchange<R> exchange, R result) {
    answer(exchange, new Answer.Done<>(result));
  }

  /** Sends an error once the batch is committed. */
  public <R extends Result> void failed(Exchange<R> exchange, ErrorCode code, String detail) {
    answer(exchange, new Answer.Failed<>(code, detail));
  }

  /** Sends the final answer of a mutation and remembers it for a retry. */
  public <R extends Result> void settle(
      PartitionState partition, Mutation<R> request, Exchange<R> exchange, Answer<R> answer) {
    remember(
        partition,
        exchange.peer().clientId(),
        request.sequence().number(),
        request.sequence().confirmed(),
        request.opcode(),
        answer);
    answer(exchange, answer);
  }

  /** Remembers the final answer of a mutation for a retry. */
  public <R extends Result> void remember(
      PartitionState partition,
      long client,
      long number,
      long confirmed,
      Opcode<R> opcode,
      Answer<R> answer) {
    partition.replies().add(client, number, confirmed, opcode, answer);
    touched.add(partition);
  }

  /** Notes that the batch changes the partition. */
  void touch(PartitionState partition) {
    touched.add(partition);
  }

  /**
   * Runs the action on the lane's thread once the batch is committed, before the next turn; it may
   * not use this one.
   */
  public void afterCommit(Runnable action) {
    afterCommit.add(action);
  }

  /** Runs the action on the lane's thread if the batch could not be committed. */
  public void onFailure(Runnable action) {
    onFailure.add(action);
  }

  /**
   * Commits what was decided so far and sends its answers, so that what follows sees it in scans.
   *
   * @return whether that succeeded; if not, all of it was answered with the failure
   */
  public boolean commit() {
    try {
      for (PartitionState partition : touched) {
        partition.replies().writeTo(batch);
      }
      if (!batch.isEmpty()) {
        store.commit(batch);
      }
    } catch (StoreException e) {
      LOG.error("a batch of {} records could not be committed", batch.size(), e);
      fail(
          e.kind() == StoreException.Kind.NO_SPACE ? ErrorCode.ENOSPC : ErrorCode.EIO,
          "store: " + e.getMessage());
      return false;
    }
    for (int i = 0; i < answers.size(); i++) {
      answers.get(i).send();
    }
    for (int i = 0; i < afterCommit.size(); i++) {
      afterCommit.get(i).run();
    }
    clear();
    return true;
  }

  /** Gives the turn up: nothing of it was done, and everyone is told so. */
  void fail(ErrorCode code, String detail) {
    for (PartitionState partition : touched) {
      partition.reload(store);
    }
    for (PendingAnswer<?> answer : answers) {
      answer.fail(code, detail);
    }
    onFailure.forEach(Runnable::run);
    clear();
  }

  private void clear() {
    batch.clear();
    answers.clear();
    afterCommit.clear();
    onFailure.clear();
    touched.clear();
  }

  private record PendingAnswer<R extends Result>(Exchange<R> exchange, Answer<R> answer) {
    void send() {
      exchange.answer(answer);
    }

    void fail(ErrorCode code, String detail) {
      exchange.answer(new Answer.Failed<>(code, detail));
    }
  }
}
