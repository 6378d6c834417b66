package io.gigafs.client.group;

import io.gigafs.cluster.Endpoint;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Which members of the cache group may be asked: a circuit breaker for each. Safe for use by
 * several threads.
 *
 * <ul>
 *   <li>A member starts CLOSED. It moves to OPEN when it did not answer a request.
 *   <li>OPEN moves to TRIED after {@link #FIRST_PAUSE_NANOS}, doubled with each consecutive failure
 *       up to {@link #MAX_PAUSE_NANOS}: one request is let through.
 *   <li>TRIED moves to CLOSED when that request is answered, to OPEN when it is not.
 * </ul>
 */
final class MemberHealth {
  static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final int MAX_DOUBLINGS = 10;

  private final Map<Endpoint, Breaker> breakers = new ConcurrentHashMap<>();

  private static final class Breaker {
    /** Guarded by this. */
    private int failures;

    /** Guarded by this. */
    private long failedNanos;

    /** When the next request is let through. Guarded by this. */
    private long nextNanos;

    private Breaker(long nowNanos) {
      fail(nowNanos);
    }

    synchronized boolean mayAsk(long nowNanos, long trialNanos) {
      if (nowNanos - nextNanos < 0) {
        return false;
      }
      nextNanos = nowNanos + trialNanos;
      return true;
    }

    synchronized void failed(long askedNanos, long nowNanos) {
      if (askedNanos - failedNanos >= 0) {
        fail(nowNanos);
      }
    }

    private void fail(long nowNanos) {
      long pause = FIRST_PAUSE_NANOS << Math.min(failures, MAX_DOUBLINGS);
      failures++;
      failedNanos = nowNanos;
      nextNanos = nowNanos + Math.min(pause, MAX_PAUSE_NANOS);
    }
  }

  /**
   * Whether a member may be asked. An OPEN member gets one request once its pause is over.
   *
   * @param trialNanos how long that request takes at most
   */
  boolean mayAsk(Endpoint member, long nowNanos, long trialNanos) {
    Breaker breaker = breakers.get(member);
    return breaker == null || breaker.mayAsk(nowNanos, trialNanos);
  }

  /** A member answered, with any result. */
  void answered(Endpoint member) {
    if (!breakers.isEmpty()) {
      breakers.remove(member);
    }
  }

  /**
   * A member did not answer.
   *
   * @param askedNanos when the request was sent: requests from before the last failure carry no new
   *     information
   */
  void failed(Endpoint member, long askedNanos, long nowNanos) {
    Breaker known = breakers.get(member);
    if (known == null) {
      known = breakers.putIfAbsent(member, new Breaker(nowNanos));
    }
    if (known != null) {
      known.failed(askedNanos, nowNanos);
    }
  }
}
