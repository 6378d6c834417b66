package io.gigafs.server.transaction;

import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Timers;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.LaneTask;
import io.gigafs.server.partition.LeaseBackoff;
import io.gigafs.server.partition.Recall;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets transactions wait for recalled leases, and receives returned leases. Safe for use by several
 * threads.
 */
public final class LeaseRecaller implements Recall.Sender {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final Clock clock;
  private final Timers timers;
  private final LeaseBackoff backoff;
  private final Map<Long, Waiting> waitingByLease = new ConcurrentHashMap<>();

  /**
   * @param backoff learns which clients return recalled leases, and which let them expire
   */
  public LeaseRecaller(Clock clock, Timers timers, LeaseBackoff backoff) {
    this.backoff = backoff;
    this.clock = clock;
    this.timers = timers;
  }

  @Override
  public void whenDone(Recall recall, Lane lane, LaneTask then) {
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

  /** Returns a lease of a client; ignored if the client has no lease of that number. */
  public void returned(long lease, long client) {
    Waiting waiting = waitingByLease.get(lease);
    if (waiting != null) {
      waiting.lane.submit(commitBatch -> waiting.returned(lease, client));
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
}
