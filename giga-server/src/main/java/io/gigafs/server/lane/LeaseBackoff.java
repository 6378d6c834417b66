package io.gigafs.server.lane;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which clients get no leases and delegations for a while, as they did not give back what they had:
 * others waited for those to run out. The while grows with each time. Safe for use by several
 * threads.
 *
 * <p>A client that gives something back in time after its while is over is trusted again.
 */
public final class LeaseBackoff {
  private static final long FIRST_NANOS = 2_000_000_000L;
  private static final int MAX_DOUBLINGS = 9;
  private static final int MAX_CLIENTS = 16_384;

  /** Guarded by this. */
  private final Map<Long, Penalty> penalties =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Penalty> eldest) {
          return size() > MAX_CLIENTS;
        }
      };

  /** Most servers have nobody to keep from anything: no lock is taken then. */
  private volatile boolean isEmpty = true;

  private record Penalty(int times, long untilNanos) {}

  /** What a client had was asked back, and ran out. */
  public synchronized void ranOut(long client, long nowNanos) {
    Penalty before = penalties.remove(client);
    if (before != null && before.untilNanos - nowNanos > 0) {
      penalties.put(client, before); // of something that it had before
      return;
    }
    int times = before == null ? 0 : Math.min(before.times + 1, MAX_DOUBLINGS);
    penalties.put(client, new Penalty(times, nowNanos + (FIRST_NANOS << times)));
    isEmpty = false;
  }

  /** A client gave something back in time. */
  public void returned(long client, long nowNanos) {
    if (isEmpty) {
      return;
    }
    synchronized (this) {
      Penalty penalty = penalties.get(client);
      if (penalty != null && penalty.untilNanos - nowNanos <= 0) {
        penalties.remove(client);
        isEmpty = penalties.isEmpty();
      }
    }
  }

  /** Whether a client may have leases and delegations now. */
  public boolean mayHave(long client, long nowNanos) {
    return isEmpty || mayHaveNow(client, nowNanos);
  }

  private synchronized boolean mayHaveNow(long client, long nowNanos) {
    Penalty penalty = penalties.get(client);
    return penalty == null || penalty.untilNanos - nowNanos <= 0;
  }

  /** For how long, in ms, a client is to have none; 0 if it may. */
  public synchronized int remainingMillis(long client, long nowNanos) {
    Penalty penalty = penalties.get(client);
    return penalty == null ? 0 : (int) Math.max(0, (penalty.untilNanos - nowNanos) / 1_000_000L);
  }
}
