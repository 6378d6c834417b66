package io.gigafs.server.membership;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.cluster.ClusterViewRequest.ClusterViewResult;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Executes operators' changes of the cluster's view: for the superuser only, off the threads that
 * serve requests, and within a time limit. Thread-safe.
 *
 * @param blocking runs what waits for the cluster's records, storage, and other servers
 */
public record OperatorChanges(Clock clock, Executor blocking) {
  private static final long MAX_CHANGE_MILLIS = 10_000;

  /**
   * Executes a change and answers with its result.
   *
   * @param what names the thing that is changed, for the error message
   * @param change gets the time that it may take
   */
  public void make(
      Caller caller,
      String what,
      Exchange<ClusterViewResult> exchange,
      Function<Duration, Answer<ClusterViewResult>> change) {
    if (!caller.isSuperuser()) {
      exchange.answer(
          new Answer.Failed<>(ErrorCode.EPERM, "only the superuser may change " + what));
      return;
    }
    try {
      blocking.execute(
          () -> exchange.answer(change.apply(timeout(exchange.deadlineNanos() - clock.nanos()))));
    } catch (RejectedExecutionException e) {
      exchange.answer(new Answer.Failed<>(ErrorCode.EIO, "the server is stopping"));
    }
  }

  private static Duration timeout(long leftNanos) {
    long leftMillis = TimeUnit.NANOSECONDS.toMillis(leftNanos);
    return Duration.ofMillis(Math.max(1, Math.min(leftMillis, MAX_CHANGE_MILLIS)));
  }
}
