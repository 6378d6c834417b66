package io.gigafs.server.partition;

import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Timers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a server's {@link LeaseBook}s share: lease numbers, recalls in flight, and the clients that
 * get no leases because they did not return recalled ones. Safe for use by several threads.
 */
public final class LeaseRecaller {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final Clock clock;
  private final Timers timers;
  private final AtomicLong numbers = new AtomicLong();
  private final Backoff backoff = new Backoff();
  private final Map<Long, Waiting> waitingByLease = new ConcurrentHashMap<>();

  public LeaseRecaller(Clock clock, Timers timers) {
    this.clock = clock;
    this.timers = timers;
  }

  /** A lease number that is unique on the server. */
  long nextNumber() {
    return numbers.incrementAndGet();
  }

  /** Whether a client may get leases now. */
  boolean mayHaveLeases(long client, long nowNanos) {
    return backoff.remainingNanos(client, nowNanos) <= 0;
  }

  /** How long a client gets no leases, in ms; 0 if it may get some now. */
  int deniedMillis(long client, long nowNanos) {
    return (int) Math.max(0, backoff.remainingNanos(client, nowNanos) / NANOS_PER_MILLI);
  }

  /**
   * Sends a recall, and runs the task on the lane once all leases are returned or have expired.
   * Called on the lane.
   */
  void recall(Recall recall, Lane lane, LaneTask then) {
    long now = clock.nanos();
    if (recall.isDone(now)) {
      lane.submit(then);
      return;
    }
    Waiting waiting = new Waiting(recall, lane, then);
    recall.expected().forEach(lease -> waitingByLease.put(lease, waiting));
    recall.send();
    long millis = (recall.untilNanos() - now) / NANOS_PER_MILLI + 1;
    timers.after(millis, () -> lane.submit(commitBatch -> waiting.finish()));
  }

  /**
   * Returns a lease of a client. Ignored if the client has no lease of that number, or no client
   * id.
   */
  public void returned(long lease, long client) {
    if (client != Recall.NOBODY) {
      take(lease, client);
    }
  }

  /** Returns a lease of a server. */
  public void returnedByServer(long lease) {
    take(lease, Recall.NOBODY);
  }

  private void take(long lease, long client) {
    Waiting waiting = waitingByLease.get(lease);
    if (waiting != null) {
      waiting.lane.submit(commitBatch -> waiting.returned(lease, client));
    }
  }

  /**
   * Leases, of any mode, that are recalled for one change: done when each is returned or has
   * expired. Used on the lane only.
   */
  static final class Recall {
    /** The client number of leases that no client can return. */
    static final long NOBODY = 0;

    /** The client of each lease. */
    private final Map<Long, Long> expected = new HashMap<>();

    private final List<Runnable> notices = new ArrayList<>();
    private boolean waits;
    private long untilNanos;

    void expect(long lease, long client, long expiresNanos, Runnable notice) {
      expected.put(lease, client);
      notices.add(notice);
      extend(expiresNanos);
    }

    /** Sends the recalls. Only once returned leases can be received. */
    void send() {
      notices.forEach(Runnable::run);
    }

    /** Adds leases that no client can return and that must expire. */
    void waitUntil(long nanos) {
      expected.put(0L, NOBODY);
      extend(nanos);
    }

    private void extend(long nanos) {
      untilNanos = waits ? (nanos - untilNanos > 0 ? nanos : untilNanos) : nanos;
      waits = true;
    }

    /** Records that a client returned a lease; returns whether it was expected. */
    boolean returned(long lease, long client) {
      return expected.remove(lease, client);
    }

    /** The clients with outstanding leases that were asked to return them. */
    Set<Long> clients() {
      Set<Long> clients = new HashSet<>(expected.values());
      clients.remove(NOBODY);
      return clients;
    }

    /** Whether no lease is outstanding. */
    boolean isDone(long nowNanos) {
      return expected.isEmpty() || untilNanos - nowNanos <= 0;
    }

    /** The numbers of the outstanding leases. */
    Set<Long> expected() {
      return expected.keySet();
    }

    /** When the last of the leases expires. */
    long untilNanos() {
      return untilNanos;
    }
  }

  private final class Waiting {
    private final Recall recall;
    private final Lane lane;
    private final LaneTask then;
    private final AtomicBoolean finished = new AtomicBoolean();

    Waiting(Recall recall, Lane lane, LaneTask then) {
      this.recall = recall;
      this.lane = lane;
      this.then = then;
    }

    void returned(long lease, long client) {
      if (!recall.returned(lease, client)) {
        return;
      }
      waitingByLease.remove(lease, this);
      backoff.returned(client, clock.nanos());
      if (recall.isDone(clock.nanos())) {
        finish();
      }
    }

    void finish() {
      if (finished.compareAndSet(false, true)) {
        recall.expected().forEach(waitingByLease::remove);
        recall.clients().forEach(client -> backoff.ranOut(client, clock.nanos()));
        lane.submit(then);
      }
    }
  }

  /**
   * Denies leases for a while to clients that did not return recalled ones, so that others had to
   * wait for their expiry. The time doubles with each case. A client that returns one in time after
   * its penalty has ended is trusted again.
   */
  private static final class Backoff {
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

    /** Records that a client's recalled lease expired. */
    synchronized void ranOut(long client, long nowNanos) {
      Penalty before = penalties.remove(client);
      if (before != null && before.untilNanos - nowNanos > 0) {
        penalties.put(client, before); // granted before the penalty
        return;
      }
      int times = before == null ? 0 : Math.min(before.times + 1, MAX_DOUBLINGS);
      penalties.put(client, new Penalty(times, nowNanos + (FIRST_NANOS << times)));
      isEmpty = false;
    }

    /** Records that a client returned a recalled lease in time. */
    void returned(long client, long nowNanos) {
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

    /** The rest of a client's penalty; not positive if it has none. */
    long remainingNanos(long client, long nowNanos) {
      if (isEmpty) {
        return 0;
      }
      synchronized (this) {
        Penalty penalty = penalties.get(client);
        return penalty == null ? 0 : penalty.untilNanos - nowNanos;
      }
    }
  }
}
