package io.gigafs.rpc;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How many connections there are, in all and of each address. Safe for use by several threads. */
final class ConnectionCounts {
  /** How many connections at a time receive the reason why they are refused. */
  static final int MAX_REFUSED = 32;

  private final ConnectionLimits limits;

  /** Guarded by this. */
  private final Map<String, Integer> byAddress = new HashMap<>();

  /** Guarded by this. */
  private int all;

  ConnectionCounts(ConnectionLimits limits) {
    this.limits = limits;
  }

  /** Counts one more; says why it is one too many, or null. It counts in any case. */
  synchronized @Nullable String add(String address) {
    all++;
    int ofAddress = byAddress.merge(address, 1, Integer::sum);
    if (all > limits.maxConnections()) {
      return "there are "
          + limits.maxConnections()
          + " connections already, which is the most that this server takes (max-connections)";
    }
    if (ofAddress > limits.maxConnectionsPerAddress()) {
      return "there are "
          + limits.maxConnectionsPerAddress()
          + " connections of "
          + address
          + " already, which is the most that this server takes of one address"
          + " (max-connections-per-address)";
    }
    return null;
  }

  /** Whether there are many more than are taken. */
  synchronized boolean isCrowded() {
    return all > limits.maxConnections() + MAX_REFUSED;
  }

  synchronized void remove(String address) {
    all--;
    byAddress.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
  }
}
