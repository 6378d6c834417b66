package io.gigafs.server.partition;

import io.gigafs.rpc.Clock;
import io.gigafs.rpc.RateLimitedLog;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts and logs unexpected failures of lane tasks. The log is rate-limited, because a client may
 * repeat a failing request at will. Safe for use by several threads.
 */
public final class TaskFailures {
  private static final Logger LOG = LoggerFactory.getLogger(TaskFailures.class);

  private final RateLimitedLog log;
  private final Runnable counter;

  /**
   * @param counter run for each failure
   */
  public TaskFailures(Clock clock, Runnable counter) {
    this.log = new RateLimitedLog(LOG, clock);
    this.counter = counter;
  }

  /** For damaged data the message names the row or file, and the stack trace adds nothing. */
  private static boolean isDamage(StoreException failure) {
    return failure instanceof CorruptRowException || failure.kind() == StoreException.Kind.DAMAGED;
  }

  /**
   * Records a failed task.
   *
   * @param task what it is, for the log
   */
  void note(String task, Throwable failure) {
    if (failure instanceof StoreException known && known.isKnown()) {
      LOG.debug("{} failed: {}", task, known.getMessage());
      return;
    }
    counter.run();
    if (failure instanceof StoreException damage && isDamage(damage)) {
      log.warn(task + " failed: " + damage.getMessage());
      return;
    }
    log.error(task + " failed and was rolled back", failure);
  }

  /** Records a failed action or reply after a commit; all others are still run. */
  void noteAfterCommit(Throwable failure) {
    counter.run();
    log.error("an action or a reply after a commit failed", failure);
  }
}
