package io.gigafs.bench.scaling;

import io.gigafs.bench.workload.RateTimeline;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.StatusResult;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Watches a directory spread over servers, by their counts of partitions: those that they have when
 * the watch begins are not the directory's. Safe for use by several threads.
 */
final class SpreadWatch implements RateTimeline.Look {
  private final AsyncGigaClient client;
  private final Map<ServerInfo, StatusResult> before = new ConcurrentHashMap<>();
  private final Map<ServerInfo, StatusResult> latest = new ConcurrentHashMap<>();
  private volatile double secondsToAll = Double.POSITIVE_INFINITY;

  SpreadWatch(GigaClient client) throws GigaException {
    this.client = client.async();
    for (ServerInfo server : client.clusterView().servers()) {
      before.put(server, client.status(server, false));
    }
  }

  /** Asks all servers; the answers come in their own time, and count for this moment. */
  @Override
  public void at(double seconds) {
    for (ServerInfo server : before.keySet()) {
      client.status(server, false).thenAccept(status -> take(server, status, seconds));
    }
  }

  private void take(ServerInfo server, StatusResult status, double seconds) {
    latest.put(server, status);
    if (secondsToAll == Double.POSITIVE_INFINITY
        && before.keySet().stream().allMatch(this::isUsed)) {
      secondsToAll = seconds;
    }
  }

  private boolean isUsed(ServerInfo server) {
    StatusResult now = latest.get(server);
    StatusResult then = before.get(server);
    return now != null && then != null && now.partitions() > then.partitions();
  }

  /** When each server was seen to have a part of the directory; infinite if that did not come. */
  double secondsToAll() {
    return secondsToAll;
  }

  /** How many servers have a part of it, as far as is known. */
  long serversUsed() {
    return before.keySet().stream().filter(this::isUsed).count();
  }

  /** How many partitions there are more than at the beginning, as far as is known. */
  long partitions() {
    return sum(latest) - sum(before);
  }

  private static long sum(Map<ServerInfo, StatusResult> all) {
    return all.values().stream().mapToLong(StatusResult::partitions).sum();
  }
}
