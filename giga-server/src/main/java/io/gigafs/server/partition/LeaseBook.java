package io.gigafs.server.partition;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Notice;
import io.gigafs.rpc.Peer;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The leases of clients on a partition's sub-directory entries. Used on the lane only.
 *
 * <p>Leases are not stored. A partition that was served before (by this server before a restart, or
 * by another server) may have leases that this server does not know: until the time set by {@link
 * #unknownUntil}, every client is assumed to have one.
 */
public final class LeaseBook {
  /**
   * The duration of a lease: also the longest time that a change of a directory waits for clients
   * that do not answer.
   */
  public static final int LEASE_MILLIS = 1_000;

  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long LEASE_NANOS = LEASE_MILLIS * NANOS_PER_MILLI;

  private final LongSupplier numbers;
  private final Map<Name, Map<Long, Lease>> leases = new HashMap<>();
  private long unknownUntilNanos;
  private boolean unknown;

  LeaseBook(LongSupplier numbers) {
    this.numbers = numbers;
  }

  /** A lease number that is unique on the server. */
  public long nextNumber() {
    return numbers.getAsLong();
  }

  /** Grants a lease to the client of a connection. */
  public void grant(Name name, Peer peer, long nowNanos) {
    leases
        .computeIfAbsent(name, none -> new HashMap<>())
        .put(peer.clientId(), new Lease(numbers.getAsLong(), peer, nowNanos + LEASE_NANOS));
  }

  /** Accounts for leases that were granted before this object was created. */
  public void unknownUntil(long nanos) {
    unknown = true;
    unknownUntilNanos = nanos;
  }

  /**
   * Removes all leases on a name but one client's; the caller sends the recall.
   *
   * @param except the client that requested the change, which dropped its own lease before
   * @return the leases to wait for
   */
  public Recall recall(InodeId directory, Name name, long except, long nowNanos) {
    Recall recall = new Recall();
    if (unknown && unknownUntilNanos - nowNanos > 0) {
      recall.waitUntil(unknownUntilNanos);
    }
    Map<Long, Lease> held = leases.remove(name);
    if (held != null) {
      held.forEach(
          (client, lease) -> {
            if (client != except && lease.expiresNanos - nowNanos > 0) {
              recall.expect(
                  lease.number,
                  client,
                  lease.expiresNanos,
                  () -> lease.peer.send(new Notice.LeaseRecalled(lease.number, directory, name)));
            }
          });
    }
    return recall;
  }

  /** How long leases may still be outstanding, in ns; 0 if there are none. */
  public long outstandingNanos(long nowNanos) {
    long longest = unknown ? Math.max(0, unknownUntilNanos - nowNanos) : 0;
    for (Map<Long, Lease> held : leases.values()) {
      for (Lease lease : held.values()) {
        longest = Math.max(longest, lease.expiresNanos - nowNanos);
      }
    }
    return longest;
  }

  /** How long leases may still be outstanding, in ms, rounded up; 0 if there are none. */
  public int outstandingMillis(long nowNanos) {
    return (int) ((outstandingNanos(nowNanos) + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
  }

  void forgetExpired(long nowNanos) {
    Iterator<Map<Long, Lease>> each = leases.values().iterator();
    while (each.hasNext()) {
      Map<Long, Lease> held = each.next();
      held.values().removeIf(lease -> lease.expiresNanos - nowNanos <= 0);
      if (held.isEmpty()) {
        each.remove();
      }
    }
    if (unknown && unknownUntilNanos - nowNanos <= 0) {
      unknown = false;
    }
  }

  boolean isEmpty() {
    return leases.isEmpty() && !unknown;
  }

  private record Lease(long number, Peer peer, long expiresNanos) {}
}
