package io.gigafs.server.lane;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a lane's commit batches run. While turns are short and little waits they run on the thread
 * that brought it, if that is one that may: waking the lane's own thread for a commit batch, and
 * the connection's for the answers, takes many times as long as the commit batch itself.
 *
 * <p>A turn runs on the lane's own thread
 *
 * <ul>
 *   <li>when the last one was long, as those are that wait for the disk: it would keep a
 *       connection's thread from all others;
 *   <li>when many requests wait: then both threads have enough to do;
 *   <li>after {@link #ownOnly}.
 * </ul>
 *
 * <p>For a lane, which dispatches its next commit batch only when the last one is over.
 */
final class LaneScheduler {
  private static final Logger LOG = LoggerFactory.getLogger(LaneScheduler.class);
  private static final int FEW_REQUESTS = 32;
  private static final long SHORT_NANOS = 1_000_000;

  private final Executor own;
  private final Supplier<@Nullable Executor> near;
  private final Runnable commitBatch;
  private final IntSupplier waiting;
  private final Runnable nearTurn = this::runNear;
  private volatile boolean isOwnOnly;
  private boolean wasLong;

  /**
   * A place for turns.
   *
   * @param near an executor of the calling thread's, if that may run turns
   * @param waiting about how many requests wait for a commit batch; asked where turns run
   */
  LaneScheduler(
      Executor own, Supplier<@Nullable Executor> near, Runnable commitBatch, IntSupplier waiting) {
    this.own = own;
    this.near = near;
    this.commitBatch = commitBatch;
    this.waiting = waiting;
  }

  /** Has the next commit batch run. */
  void dispatch() {
    Executor here = wasLong || isOwnOnly ? null : near.get();
    if (here != null) {
      try {
        here.execute(nearTurn);
        return;
      } catch (RejectedExecutionException e) {
        LOG.trace("the thread of a connection has ended", e);
      }
    }
    dispatchToOwn();
  }

  private void dispatchToOwn() {
    try {
      own.execute(commitBatch);
    } catch (RejectedExecutionException e) {
      LOG.debug("a lane has stopped, what waits is left undone", e);
    }
  }

  private void runNear() {
    if (isOwnOnly || waiting.getAsInt() > FEW_REQUESTS) {
      dispatchToOwn();
    } else {
      commitBatch.run();
    }
  }

  /** Notes how long a commit batch took. */
  void took(long nanos) {
    wasLong = nanos > SHORT_NANOS;
  }

  /** From any thread: turns that begin from now on run on the lane's own thread. */
  void ownOnly() {
    isOwnOnly = true;
  }
}
