package io.gigafs.server.lane;

import io.gigafs.rpc.Clock;
import io.gigafs.rpc.RateLimitedLog;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts tasks of lanes that failed though nothing said that they might, and logs some of them:
 * what causes one may be sent as often as somebody likes. Safe for use by several threads.
 */
public final class TaskFailures {
  private static final Logger LOG = LoggerFactory.getLogger(TaskFailures.class);

  private final RateLimitedLog log;
  private final Runnable counter;

  /**
   * @param counter run for each
   */
  public TaskFailures(Clock clock, Runnable counter) {
    this.log = new RateLimitedLog(LOG, clock);
    this.counter = counter;
  }

  /** The message names the row or file, and the trace tells nothing more. */
  private static boolean isDamage(StoreException failure) {
    return failure instanceof CorruptRowException || failure.kind() == StoreException.Kind.DAMAGED;
  }

  void note(LaneTask task, Throwable failure) {
    if (failure instanceof StoreException known && known.isKnown()) {
      LOG.debug("{} failed: {}", task, known.getMessage());
      return;
    }
    counter.run();
    if (failure instanceof StoreException damage && isDamage(damage)) {
      log.warn(task + " failed: " + damage.getMessage());
      return;
    }
    log.error(task + " failed, and nothing of it was done", failure);
  }

  /** Notes that an action or an answer which follows a commit failed; all others are done. */
  void noteAfterCommit(Throwable failure) {
    counter.run();
    log.error("an action or an answer that follows a commit failed", failure);
  }
}
