package io.gigafs.server.handle;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Empty;
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
  private Mutation<Empty> request;
  private @Nullable Exchange<Empty> exchange;
  private long endNanos;

  WaitingRequest(LockWish wish, Mutation<Empty> request, Exchange<Empty> exchange, long endNanos) {
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
  void comeAgain(Mutation<Empty> again, Exchange<Empty> answerTo, long newEndNanos) {
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

  boolean isAnsweredTo(Exchange<Empty> asked) {
    return exchange == asked;
  }

  /** Tells the client that it has its lock. */
  void grant(PartitionState partition, Turn turn) {
    end(partition, new Answer.Done<>(Empty.INSTANCE), turn);
  }

  /** Tells the client how it ended. */
  void end(PartitionState partition, Answer<Empty> answer, Turn turn) {
    Exchange<Empty> waiting = exchange;
    exchange = null;
    if (waiting != null) {
      turn.settle(partition, request, waiting, answer);
    }
  }

  @Override
  public void putOff() {
    Exchange<Empty> waiting = exchange;
    exchange = null;
    if (waiting != null) {
      waiting.answer(new Answer.Retry<>(COME_AGAIN_MILLIS));
    }
  }
}
