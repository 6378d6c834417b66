package io.gigafs.server.handle;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.LockResult;
import io.gigafs.protocol.Mutation;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.hold.LockWaiter;
import io.gigafs.server.hold.LockWish;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import org.jspecify.annotations.Nullable;

/**
 * A request for a lock that waits for others. It keeps its place when its client asks again, as
 * clients do every few seconds. Used in the lane's turns only.
 */
final class WaitingRequest implements LockWaiter {
  private static final int COME_AGAIN_MILLIS = 1;

  private final LockWish wish;
  private final long client;
  private Mutation<LockResult> request;
  private @Nullable Exchange<LockResult> exchange;
  private long endNanos;

  WaitingRequest(
      LockWish wish, Mutation<LockResult> request, Exchange<LockResult> exchange, long endNanos) {
    this.wish = wish;
    this.client = exchange.peer().clientId();
    this.request = request;
    this.exchange = exchange;
    this.endNanos = endNanos;
  }

  @Override
  public LockWish wish() {
    return wish;
  }

  boolean isOf(long ofClient, long number) {
    return client == ofClient && request.sequence().number() == number;
  }

  /** Its client has asked again. */
  void comeAgain(Mutation<LockResult> again, Exchange<LockResult> answerTo, long newEndNanos) {
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
  void grant(PartitionState partition, LockResult result, Turn turn) {
    end(partition, new Answer.Done<>(result), turn);
  }

  /** Tells the client how it ended. */
  void end(PartitionState partition, Answer<LockResult> answer, Turn turn) {
    Exchange<LockResult> waiting = exchange;
    exchange = null;
    if (waiting != null) {
      LockOperations.settle(partition, request, waiting, answer, turn);
    }
  }

  @Override
  public void putOff() {
    Exchange<LockResult> waiting = exchange;
    exchange = null;
    if (waiting != null) {
      waiting.answer(new Answer.Retry<>(COME_AGAIN_MILLIS));
    }
  }
}
