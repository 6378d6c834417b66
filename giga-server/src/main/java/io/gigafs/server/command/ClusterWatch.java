package io.gigafs.server.command;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.cluster.StatusResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Polls a cluster's counts: each call shows the latest answers and asks again. Thread-safe. */
final class ClusterWatch {
  private final AsyncGigaClient client;
  private final List<ServerInfo> servers;
  private final Map<ServerInfo, StatusResult> latest = new ConcurrentHashMap<>();

  ClusterWatch(AsyncGigaClient client, List<ServerInfo> servers) {
    this.client = client;
    this.servers = List.copyOf(servers);
  }

  /** Partitions and splits, for a progress line. */
  String look() {
    for (ServerInfo server : servers) {
      client.admin().status(server, false).thenAccept(status -> latest.put(server, status));
    }
    long partitions = latest.values().stream().mapToLong(StatusResult::partitions).sum();
    long splits = latest.values().stream().mapToLong(ClusterWatch::splits).sum();
    return partitions + " partitions, " + splits + " splits";
  }

  /** Splits that a server began since it started, wherever the new halves went. */
  static long splits(StatusResult status) {
    return status.counters().getOrDefault("splits.within", 0L)
        + status.counters().getOrDefault("splits.away", 0L);
  }
}
