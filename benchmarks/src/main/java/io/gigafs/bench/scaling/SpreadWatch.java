package io.gigafs.bench.scaling;

import io.gigafs.bench.workload.RateTimeline;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.cluster.StatusResult;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Monitors how a directory spreads over servers, by their partition counts. Partitions that exist
 * when the watch begins do not belong to the directory. Thread-safe.
 */
final class SpreadWatch implements RateTimeline.Look {
  private static final long PAUSE_MILLIS = 100;

  /** After this number of polls without a change, no split is in progress. */
  private static final int QUIET_LOOKS = 3;

  private final GigaClient client;
  private final Map<ServerInfo, StatusResult> before = new ConcurrentHashMap<>();
  private final Map<ServerInfo, StatusResult> latest = new ConcurrentHashMap<>();
  private volatile double secondsToAll = Double.POSITIVE_INFINITY;

  SpreadWatch(GigaClient client) throws GigaException {
    this.client = client;
    for (ServerInfo server : client.clusterView().servers()) {
      before.put(server, client.admin().status(server, false));
    }
  }

  /** Polls all servers asynchronously. The answers count for this moment. */
  @Override
  public void at(double seconds) {
    for (ServerInfo server : before.keySet()) {
      client
          .async()
          .admin()
          .status(server, false)
          .thenAccept(status -> take(server, status, seconds));
    }
  }

  /** Waits until no split is in progress. Results are final afterwards. */
  void settle() throws GigaException, InterruptedException {
    long last = -1;
    for (int quiet = 0; quiet < QUIET_LOOKS; Thread.sleep(PAUSE_MILLIS)) {
      for (ServerInfo server : before.keySet()) {
        latest.put(server, client.admin().status(server, false));
      }
      quiet = partitions() == last ? quiet + 1 : 0;
      last = partitions();
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

  /**
   * When each server was first seen to have a part of the directory; infinite if that did not
   * happen.
   */
  double secondsToAll() {
    return secondsToAll;
  }

  /** Number of servers that are known to have a part of it. */
  long serversUsed() {
    return before.keySet().stream().filter(this::isUsed).count();
  }

  /** Known number of partitions created since the beginning. */
  long partitions() {
    return sum(latest) - sum(before);
  }

  private static long sum(Map<ServerInfo, StatusResult> all) {
    return all.values().stream().mapToLong(StatusResult::partitions).sum();
  }
}
