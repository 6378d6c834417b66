package io.gigafs.server.lane;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Leases of one name that are asked back. Used in the lane's turns only. */
public final class Recall {
  private final Set<Long> expected = new HashSet<>();
  private final List<Runnable> notices = new ArrayList<>();
  private boolean waits;
  private long untilNanos;

  void expect(long lease, long expiresNanos, Runnable notice) {
    expected.add(lease);
    notices.add(notice);
    extend(expiresNanos);
  }

  /** Tells the clients. Only once their answers can be taken. */
  public void send() {
    notices.forEach(Runnable::run);
  }

  /** Counts leases in that nobody can give back, only time can. */
  void waitUntil(long nanos) {
    expected.add(0L);
    extend(nanos);
  }

  private void extend(long nanos) {
    untilNanos = waits ? (nanos - untilNanos > 0 ? nanos : untilNanos) : nanos;
    waits = true;
  }

  /** Notes that a lease was given back; returns whether it was one of these. */
  public boolean returned(long lease) {
    return expected.remove(lease);
  }

  /** Whether no lease is out any more. */
  public boolean isDone(long nowNanos) {
    return expected.isEmpty() || untilNanos - nowNanos <= 0;
  }

  /** The lease numbers that are out. */
  public Set<Long> expected() {
    return expected;
  }

  /** When the last of the leases ends by itself. */
  public long untilNanos() {
    return untilNanos;
  }
}
