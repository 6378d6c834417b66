package io.gigafs.server.partition;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Leases that are recalled for one change. Used on the lane only. */
public final class Recall {
  /** The client number of leases that no client can return. */
  public static final long NOBODY = 0;

  /** The client of each lease. */
  private final Map<Long, Long> expected = new HashMap<>();

  private final List<Runnable> notices = new ArrayList<>();
  private boolean waits;
  private long untilNanos;

  /** Sends recalls and waits for them. */
  @FunctionalInterface
  public interface Sender {
    /**
     * Sends the recall, and runs the task on the lane once all leases are returned or have expired.
     * Called on the lane.
     */
    void whenDone(Recall recall, Lane lane, LaneTask then);
  }

  void expect(long lease, long client, long expiresNanos, Runnable notice) {
    expected.put(lease, client);
    notices.add(notice);
    extend(expiresNanos);
  }

  /** Sends the recalls. Only once returned leases can be received. */
  public void send() {
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
  public boolean returned(long lease, long client) {
    return expected.remove(lease, client);
  }

  /** The clients with outstanding leases that were asked to return them. */
  public Set<Long> clients() {
    Set<Long> clients = new HashSet<>(expected.values());
    clients.remove(NOBODY);
    return clients;
  }

  /** Whether no lease is outstanding. */
  public boolean isDone(long nowNanos) {
    return expected.isEmpty() || untilNanos - nowNanos <= 0;
  }

  /** The numbers of the outstanding leases. */
  public Set<Long> expected() {
    return expected.keySet();
  }

  /** When the last of the leases expires. */
  public long untilNanos() {
    return untilNanos;
  }
}
