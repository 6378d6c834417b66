package io.gigafs.server.partition;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Denies leases and delegations for a while to clients that did not return recalled ones, so that
 * others had to wait for their expiry. The time doubles with each case. Safe for use by several
 * threads.
 *
 * <p>A client that returns one in time after its penalty has ended is trusted again.
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

  /** Most servers have no penalties: then no lock is taken. */
  private volatile boolean isEmpty = true;

  private record Penalty(int times, long untilNanos) {}

  /** Records that a client's recalled lease or delegation expired. */
  public synchronized void ranOut(long client, long nowNanos) {
    Penalty before = penalties.remove(client);
    if (before != null && before.untilNanos - nowNanos > 0) {
      penalties.put(client, before); // granted before the penalty
      return;
    }
    int times = before == null ? 0 : Math.min(before.times + 1, MAX_DOUBLINGS);
    penalties.put(client, new Penalty(times, nowNanos + (FIRST_NANOS << times)));
    isEmpty = false;
  }

  /** Records that a client returned a recalled lease or delegation in time. */
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

  /** Whether a client may get leases and delegations now. */
  public boolean mayHave(long client, long nowNanos) {
    return isEmpty || mayHaveNow(client, nowNanos);
  }

  private synchronized boolean mayHaveNow(long client, long nowNanos) {
    Penalty penalty = penalties.get(client);
    return penalty == null || penalty.untilNanos - nowNanos <= 0;
  }

  /** The rest of a client's penalty in ms; 0 if it has none. */
  public synchronized int remainingMillis(long client, long nowNanos) {
    Penalty penalty = penalties.get(client);
    return penalty == null ? 0 : (int) Math.max(0, (penalty.untilNanos - nowNanos) / 1_000_000L);
  }
}
