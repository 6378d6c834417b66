package io.gigafs.rpc;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * A logger of frequent warnings: logs the first few of each period and counts the others.
 * Thread-safe.
 */
public final class RateLimitedLog {
  private static final int DEFAULT_MAX_PER_PERIOD = 10;
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Logger log;
  private final Clock clock;
  private final int maxPerPeriod;
  private long periodStartNanos;
  private int logged;
  private long dropped;

  /** Logs at most ten warnings in ten seconds. */
  public RateLimitedLog(Logger log, Clock clock) {
    this(log, clock, DEFAULT_MAX_PER_PERIOD);
  }

  /**
   * Logs at most a given number of warnings per period.
   *
   * @param maxPerPeriod the maximum in ten seconds
   */
  public RateLimitedLog(Logger log, Clock clock, int maxPerPeriod) {
    this.log = log;
    this.clock = clock;
    this.maxPerPeriod = maxPerPeriod;
    this.periodStartNanos = clock.nanos();
  }

  /** Logs or counts a warning. */
  public synchronized void warn(String message) {
    if (isToBeLogged()) {
      log.warn("{}", message);
    }
  }

  /** Logs or counts an error with its cause, under the same limit. */
  public synchronized void error(String message, Throwable cause) {
    if (isToBeLogged()) {
      log.error("{}", message, cause);
    }
  }

  private boolean isToBeLogged() {
    long now = clock.nanos();
    if (now - periodStartNanos >= PERIOD_NANOS) {
      if (dropped > 0) {
        log.warn("{} more such warnings were not logged", dropped);
      }
      periodStartNanos = now;
      logged = 0;
      dropped = 0;
    }
    if (logged < maxPerPeriod) {
      logged++;
      return true;
    }
    dropped++;
    return false;
  }
}
