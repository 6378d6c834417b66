package io.gigafs.server.context;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Timers;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.crash.CrashPoints;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.GroupSync;
import io.gigafs.server.partition.Lanes;
import io.gigafs.tablefs.Store;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all parts of one server share. Immutable, and constructed once for each server; its parts
 * are safe for use by several threads.
 *
 * @param messenger sends requests to other servers, and to this one
 * @param syncs syncs the store for many waiting callers
 * @param transactionIds supplies ids that are unique in the cluster and never 0
 * @param crashPoints notified of the points at which a test may crash the server
 */
public record ServerContext(
    Store store,
    CurrentView view,
    Lanes lanes,
    Messenger messenger,
    GroupSync syncs,
    Clock clock,
    Timers timers,
    LongSupplier transactionIds,
    CrashPoints crashPoints,
    ServerCounters counters) {
  private static final Logger LOG = LoggerFactory.getLogger(ServerContext.class);
  private static final long NANOS_PER_MILLI = 1_000_000L;

  /** A new id that is unique in the cluster and never 0. */
  public long nextTransaction() {
    return transactionIds.getAsLong();
  }

  /** The deadline that many milliseconds from now, by the server's clock. */
  public long in(long millis) {
    return clock.nanos() + millis * NANOS_PER_MILLI;
  }

  public void reached(CrashPoint point) {
    crashPoints.reached(point);
  }

  /**
   * Runs the action once this server's commits are durable, as another server is about to act on
   * them. A single server runs it at once, as one log keeps the order.
   *
   * @param what for the log, if the disk fails; the action runs nevertheless, as the store accepts
   *     no more changes then
   */
  public void whenDurable(String what, Runnable action) {
    if (view.get().servers().size() == 1) {
      action.run();
      return;
    }
    syncs.sync(
        failure -> {
          if (failure != null) {
            LOG.error("{} is not durable, and the store accepts no more changes", what, failure);
          }
          action.run();
        });
  }

  /**
   * Sends the result once the commit batch is committed and, as another server may act on it,
   * durable.
   */
  public <R extends Result> void doneWhenDurable(
      CommitBatch commitBatch, Exchange<R> exchange, R result) {
    if (view.get().servers().size() == 1) {
      commitBatch.done(exchange, result);
      return;
    }
    commitBatch.onFailure((code, detail) -> exchange.answer(new Answer.Failed<>(code, detail)));
    commitBatch.afterCommit(() -> syncs.answer(exchange, result));
  }
}
