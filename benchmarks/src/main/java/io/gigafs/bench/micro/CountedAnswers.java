package io.gigafs.bench.micro;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;

/** Receives the answers to all requests of one client, which must be results. Not thread-safe. */
final class CountedAnswers<R extends Result> implements Exchange<R>, Peer {
  private long count;

  /** Number of answers. */
  long count() {
    return count;
  }

  @Override
  public void answer(Answer<R> answer) {
    if (!(answer instanceof Answer.Done)) {
      throw new IllegalStateException("answered with " + answer);
    }
    count++;
  }

  @Override
  public Peer peer() {
    return this;
  }

  @Override
  public long deadlineNanos() {
    return System.nanoTime() + Long.MAX_VALUE / 2;
  }

  @Override
  public long clientId() {
    return 42;
  }

  @Override
  public void send(Notice notice) {
    throw new IllegalStateException("unexpected notice " + notice);
  }

  @Override
  public String address() {
    return "the benchmark";
  }
}
