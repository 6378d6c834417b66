package io.gigafs.server.transaction;

import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Timers;
import io.gigafs.server.lane.Lane;
import io.gigafs.server.lane.LaneTask;
import io.gigafs.server.lane.Recall;
import io.gigafs.server.lane.Recalls;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Where transactions wait for recalled leases, and where clients give them back. Safe for use by
 * several threads.
 */
public final class RecallDesk implements Recalls {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final Clock clock;
  private final Timers timers;
  private final Map<Long, Waiting> waitingByLease = new ConcurrentHashMap<>();

  public RecallDesk(Clock clock, Timers timers) {
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
    timers.after(millis, () -> lane.submit(turn -> waiting.finish()));
  }

  /** Takes a lease back. */
  public void returned(long lease) {
    Waiting waiting = waitingByLease.remove(lease);
    if (waiting != null) {
      waiting.lane.submit(turn -> waiting.returned(lease));
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

    void returned(long lease) {
      recall.returned(lease);
      if (recall.isDone(clock.nanos())) {
        finish();
      }
    }

    void finish() {
      if (finished.compareAndSet(false, true)) {
        recall.expected().forEach(waitingByLease::remove);
        lane.submit(then);
      }
    }
  }
}
