package io.gigafs.server.transaction;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Timers;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.crash.CrashPoints;
import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.GroupSync;
import io.gigafs.server.lane.Lanes;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.membership.Messenger;
import io.gigafs.server.quota.Quotas;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What every transaction needs of its server.
 *
 * @param transactions gives each transaction an id that no other of the cluster has, and never 0
 * @param crashPoints told of the steps at which a test may have the server die
 */
public record TransactionContext(
    CurrentView view,
    Lanes lanes,
    Messenger messenger,
    LeaseRecaller recalls,
    Clock clock,
    Timers timers,
    GroupSync syncs,
    LongSupplier transactions,
    Quotas quotas,
    CrashPoints crashPoints) {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionContext.class);
  private static final long NANOS_PER_MILLI = 1_000_000L;

  public void reached(CrashPoint point) {
    crashPoints.reached(point);
  }

  /** A deadline so far from now, by the server's clock. */
  public long in(long millis) {
    return clock.nanos() + millis * NANOS_PER_MILLI;
  }

  /**
   * Runs the action before which this server's commits must be on the disk, as another server is
   * about to act on them. With a single server there is no other, and one log keeps the order.
   *
   * @param what for the log, if the disk fails; the action is run nevertheless, as the store takes
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
            LOG.error("{} is not on the disk", what, failure);
          }
          action.run();
        });
  }

  /**
   * Sends the result when the commit batch is committed and, as another server may act on it, on
   * the disk.
   */
  public <R extends Result> void doneWhenDurable(
      CommitBatch commitBatch, Exchange<R> exchange, R result) {
    if (view.get().servers().size() == 1) {
      commitBatch.done(exchange, result);
      return;
    }
    commitBatch.onFailureTell((code, detail) -> exchange.answer(new Answer.Failed<>(code, detail)));
    commitBatch.afterCommit(() -> syncs.answer(exchange, result));
  }
}
