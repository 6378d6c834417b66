package io.gigafs.rpc;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts connections, in total and by address. Thread-safe. */
final class ConnectionCounts {
  /**
   * The maximum number of connections that are kept open only to send them the reason of their
   * refusal.
   */
  static final int MAX_REFUSED = 32;

  private final ConnectionLimits limits;

  /** Guarded by this. */
  private final Map<String, Integer> byAddress = new HashMap<>();

  /** Guarded by this. */
  private int all;

  ConnectionCounts(ConnectionLimits limits) {
    this.limits = limits;
  }

  /** Counts a connection, in any case. Returns why it exceeds a limit, or null. */
  synchronized @Nullable String add(String address) {
    all++;
    int ofAddress = byAddress.merge(address, 1, Integer::sum);
    if (all > limits.maxConnections()) {
      return "there are "
          + limits.maxConnections()
          + " connections already, the maximum that this server accepts (max-connections)";
    }
    if (ofAddress > limits.maxConnectionsPerAddress()) {
      return "there are "
          + limits.maxConnectionsPerAddress()
          + " connections of "
          + address
          + " already, the maximum that this server accepts of one address"
          + " (max-connections-per-address)";
    }
    return null;
  }

  /** Whether the limit is exceeded by more than {@link #MAX_REFUSED} connections. */
  synchronized boolean isCrowded() {
    return all > limits.maxConnections() + MAX_REFUSED;
  }

  synchronized void remove(String address) {
    all--;
    byAddress.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
  }
}
