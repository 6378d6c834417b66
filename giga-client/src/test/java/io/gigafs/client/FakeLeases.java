package io.gigafs.client;

import io.gigafs.client.request.DirectoryKey;
import io.gigafs.protocol.Notice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The leases of the fake cluster. A change waits until all other clients have returned theirs. */
final class FakeLeases {
  private final VirtualTime time;
  private final Map<DirectoryKey, List<Lease>> leases = new HashMap<>();
  private final Map<Long, Runnable> returns = new HashMap<>();
  private long nextLease = 1;
  int recalls;

  private record Lease(long id, FakeCluster.Connection client, long endNanos) {}

  FakeLeases(VirtualTime time) {
    this.time = time;
  }

  void grant(DirectoryKey key, FakeCluster.Connection client, int millis) {
    long end = time.nanos() + TimeUnit.MILLISECONDS.toNanos(millis);
    leases
        .computeIfAbsent(key, absent -> new ArrayList<>())
        .add(new Lease(nextLease++, client, end));
  }

  /**
   * Runs the change when no client except the asker holds a lease; the asker has returned its own.
   */
  void recall(DirectoryKey key, FakeCluster.Connection asker, Runnable change) {
    List<Lease> held = leases.remove(key);
    Set<Long> awaited = new HashSet<>();
    if (held != null) {
      for (Lease lease : held) {
        if (lease.client != asker && lease.endNanos > time.nanos()) {
          awaited.add(lease.id);
        }
      }
      for (Lease lease : held) {
        if (awaited.contains(lease.id)) {
          recalls++;
          Runnable settled =
              () -> {
                if (awaited.remove(lease.id) && awaited.isEmpty()) {
                  change.run();
                }
              };
          returns.put(lease.id, settled);
          time.atNanos(lease.endNanos, settled);
          lease.client.send(new Notice.LeaseRecalled(lease.id, key.parent(), key.name()));
        }
      }
    }
    if (awaited.isEmpty()) {
      change.run();
    }
  }

  void returned(long lease) {
    Runnable settled = returns.remove(lease);
    if (settled != null) {
      settled.run();
    }
  }
}
