package io.gigafs.server.context;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;
import java.util.concurrent.CompletableFuture;

/** A request that a server sends to itself. */
public final class LocalExchange<R extends Result> implements Exchange<R> {
  private static final Peer SELF =
      new Peer() {
        @Override
        public long clientId() {
          return 0;
        }

        @Override
        public void send(Notice notice) {
          throw new IllegalStateException("a server sends itself no notice: " + notice);
        }

        @Override
        public String address() {
          return "this server";
        }
      };

  private final long deadlineNanos;
  private final CompletableFuture<Answer<R>> answered = new CompletableFuture<>();

  public LocalExchange(long deadlineNanos) {
    this.deadlineNanos = deadlineNanos;
  }

  public CompletableFuture<Answer<R>> answered() {
    return answered;
  }

  @Override
  public void answer(Answer<R> answer) {
    if (!answered.complete(answer)) {
      Payload.releaseOf(answer); // too late
    }
  }

  /** Ends the wait for an answer that has not come by the deadline. */
  void expire() {
    answer(new Answer.Retry<>(1, "the request is still being processed"));
  }

  @Override
  public Peer peer() {
    return SELF;
  }

  @Override
  public long deadlineNanos() {
    return deadlineNanos;
  }
}
