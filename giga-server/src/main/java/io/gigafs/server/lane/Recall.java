package io.gigafs.server.lane;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Leases of one name that are asked back. Used on the lane only. */
public final class Recall {
  /** In place of a client, for what no client has. */
  public static final long NOBODY = 0;

  /** The client that has each lease. */
  private final Map<Long, Long> expected = new HashMap<>();

  private final List<Runnable> notices = new ArrayList<>();
  private boolean waits;
  private long untilNanos;

  void expect(long lease, long client, long expiresNanos, Runnable notice) {
    expected.put(lease, client);
    notices.add(notice);
    extend(expiresNanos);
  }

  /** Tells the clients. Only once their answers can be taken. */
  public void send() {
    notices.forEach(Runnable::run);
  }

  /** Counts leases in that nobody can give back, only time can. */
  void waitUntil(long nanos) {
    expected.put(0L, NOBODY);
    extend(nanos);
  }

  private void extend(long nanos) {
    untilNanos = waits ? (nanos - untilNanos > 0 ? nanos : untilNanos) : nanos;
    waits = true;
  }

  /** Notes that a lease was given back by its client; returns whether it was one of these. */
  public boolean returned(long lease, long client) {
    return expected.remove(lease, client);
  }

  /** The clients whose leases are out still, but for those that nobody could ask. */
  public Set<Long> clients() {
    Set<Long> clients = new HashSet<>(expected.values());
    clients.remove(NOBODY);
    return clients;
  }

  /** Whether no lease is out any more. */
  public boolean isDone(long nowNanos) {
    return expected.isEmpty() || untilNanos - nowNanos <= 0;
  }

  /** The lease numbers that are out. */
  public Set<Long> expected() {
    return expected.keySet();
  }

  /** When the last of the leases ends by itself. */
  public long untilNanos() {
    return untilNanos;
  }
}
