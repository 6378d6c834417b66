package io.gigafs.server.partition;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which thread runs a lane's commit batches. Short commit batches with few waiting requests
 * run on the connection thread that submitted them, if allowed: waking the lane's thread for a
 * commit batch, and the connection's for the replies, costs many times the commit batch itself.
 *
 * <p>A commit batch runs on the lane's own thread
 *
 * <ul>
 *   <li>when the last one was long, as those that wait for the disk are: it would keep a
 *       connection's thread from all other lanes;
 *   <li>when many requests wait, so that both threads are busy;
 *   <li>after {@link #ownOnly}.
 * </ul>
 *
 * <p>For a lane, which dispatches its next commit batch only when the last one has ended.
 */
final class LaneScheduler {
  private static final Logger LOG = LoggerFactory.getLogger(LaneScheduler.class);
  private static final int MAX_REQUESTS_IN_CALLER = 32;
  private static final long SHORT_NANOS = 1_000_000;

  private final Executor own;
  private final Supplier<@Nullable Executor> callersExecutor;
  private final Runnable commitBatch;
  private final IntSupplier waiting;
  private final Runnable batchInCaller = this::runInCaller;
  private volatile boolean isOwnOnly;
  private boolean wasLong;

  /**
   * Creates a scheduler.
   *
   * @param callersExecutor an executor of the calling thread's, if that may run commit batches
   * @param waiting the approximate number of waiting requests; called where commit batches run
   */
  LaneScheduler(
      Executor own,
      Supplier<@Nullable Executor> callersExecutor,
      Runnable commitBatch,
      IntSupplier waiting) {
    this.own = own;
    this.callersExecutor = callersExecutor;
    this.commitBatch = commitBatch;
    this.waiting = waiting;
  }

  /** Dispatches the next commit batch. */
  void dispatch() {
    Executor here = wasLong || isOwnOnly ? null : callersExecutor.get();
    if (here != null) {
      try {
        here.execute(batchInCaller);
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
      LOG.debug("a lane has stopped; its waiting tasks are dropped", e);
    }
  }

  private void runInCaller() {
    if (isOwnOnly || waiting.getAsInt() > MAX_REQUESTS_IN_CALLER) {
      dispatchToOwn();
    } else {
      commitBatch.run();
    }
  }

  /** Records how long a commit batch took. */
  void took(long nanos) {
    wasLong = nanos > SHORT_NANOS;
  }

  /** Makes commit batches that begin from now on run on the lane's own thread. From any thread. */
  void ownOnly() {
    isOwnOnly = true;
  }
}
