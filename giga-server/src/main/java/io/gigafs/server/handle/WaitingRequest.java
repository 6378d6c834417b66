package io.gigafs.server.handle;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.LockResult;
import io.gigafs.protocol.Mutation;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.openstate.LockAttempt;
import io.gigafs.server.openstate.LockWaiter;
import org.jspecify.annotations.Nullable;

/**
 * A request for a lock that waits for others. It keeps its place when its client asks again, as
 * clients do every few seconds. Used on the lane only.
 */
final class WaitingRequest implements LockWaiter {
  private static final int RETRY_LATER_MILLIS = 1;

  private final LockAttempt wish;
  private final long client;
  private Mutation<LockResult> request;
  private @Nullable Exchange<LockResult> exchange;
  private long endNanos;

  WaitingRequest(
      LockAttempt wish,
      Mutation<LockResult> request,
      Exchange<LockResult> exchange,
      long endNanos) {
    this.wish = wish;
    this.client = exchange.peer().clientId();
    this.request = request;
    this.exchange = exchange;
    this.endNanos = endNanos;
  }

  @Override
  public LockAttempt wish() {
    return wish;
  }

  boolean isOf(long ofClient, long number) {
    return client == ofClient && request.sequence().number() == number;
  }

  /** Its client has asked again. */
  void replaceWith(Mutation<LockResult> again, Exchange<LockResult> answerTo, long newEndNanos) {
    request = again;
    exchange = answerTo;
    endNanos = newEndNanos;
  }

  /** When the client wants to hear that it was in vain. */
  long endNanos() {
    return endNanos;
  }

  /** Whether someone waits for the answer right now. */
  boolean isThere() {
    return exchange != null;
  }

  boolean isAnsweredTo(Exchange<LockResult> asked) {
    return exchange == asked;
  }

  /** Tells the client that it has its lock. */
  void grant(PartitionState partition, LockResult result, CommitBatch commitBatch) {
    end(partition, new Answer.Done<>(result), commitBatch);
  }

  /** Tells the client how it ended. */
  void end(PartitionState partition, Answer<LockResult> answer, CommitBatch commitBatch) {
    Exchange<LockResult> waiting = exchange;
    exchange = null;
    if (waiting != null) {
      LockOperations.settle(partition, request, waiting, answer, commitBatch);
    }
  }

  @Override
  public void retryLater() {
    Exchange<LockResult> waiting = exchange;
    exchange = null;
    if (waiting != null) {
      waiting.answer(new Answer.Retry<>(RETRY_LATER_MILLIS));
    }
  }
}
