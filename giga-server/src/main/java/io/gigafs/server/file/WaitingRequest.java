package io.gigafs.server.file;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.file.LockRequest.LockResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.openstate.LockAttempt;
import io.gigafs.server.openstate.OpenState.LockWaiter;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import org.jspecify.annotations.Nullable;

/**
 * A lock request that waits for other locks to be released. It keeps its place in the queue when
 * its client retries, as clients do every few seconds. Used on the lane only.
 */
final class WaitingRequest implements LockWaiter {
  private static final int RETRY_LATER_MILLIS = 1;

  private final LockAttempt attempt;
  private final long client;
  private Mutation<LockResult> request;
  private @Nullable Exchange<LockResult> exchange;
  private long endNanos;

  WaitingRequest(
      LockAttempt attempt,
      Mutation<LockResult> request,
      Exchange<LockResult> exchange,
      long endNanos) {
    this.attempt = attempt;
    this.client = exchange.peer().clientId();
    this.request = request;
    this.exchange = exchange;
    this.endNanos = endNanos;
  }

  @Override
  public LockAttempt attempt() {
    return attempt;
  }

  boolean isOf(long ofClient, long number) {
    return client == ofClient && request.sequence().number() == number;
  }

  /**
   * Replaces the request with the client's retry. An exchange without an answer is not forgotten.
   */
  void replaceWith(Mutation<LockResult> again, Exchange<LockResult> answerTo, long newEndNanos) {
    retryLater();
    request = again;
    exchange = answerTo;
    endNanos = newEndNanos;
  }

  /** When the client stops waiting for the lock. */
  long endNanos() {
    return endNanos;
  }

  /** Whether a client is waiting for the answer right now. */
  boolean isThere() {
    return exchange != null;
  }

  boolean isAnsweredTo(Exchange<LockResult> asked) {
    return exchange == asked;
  }

  /** Answers the client that it has its lock. */
  void grant(PartitionState partition, LockResult result, CommitBatch commitBatch) {
    end(partition, new Answer.Done<>(result), commitBatch);
  }

  /** Answers the client with the outcome. */
  void end(PartitionState partition, Answer<LockResult> answer, CommitBatch commitBatch) {
    Exchange<LockResult> waiting = exchange;
    exchange = null;
    if (waiting != null) {
      ByteRangeLockOperations.settle(partition, request, waiting, answer, commitBatch);
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
