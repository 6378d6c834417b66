package io.gigafs.bench.scaling;

import io.gigafs.bench.workload.RateTimeline;
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
  private static final long PAUSE_MILLIS = 100;

  /** So many looks without a change say that no split is under way. */
  private static final int QUIET_LOOKS = 3;

  private final GigaClient client;
  private final Map<ServerInfo, StatusResult> before = new ConcurrentHashMap<>();
  private final Map<ServerInfo, StatusResult> latest = new ConcurrentHashMap<>();
  private volatile double secondsToAll = Double.POSITIVE_INFINITY;

  SpreadWatch(GigaClient client) throws GigaException {
    this.client = client;
    for (ServerInfo server : client.clusterView().servers()) {
      before.put(server, client.status(server, false));
    }
  }

  /** Asks all servers; the answers come in their own time, and count for this moment. */
  @Override
  public void at(double seconds) {
    for (ServerInfo server : before.keySet()) {
      client.async().status(server, false).thenAccept(status -> take(server, status, seconds));
    }
  }

  /** Waits for the splits that are under way: what is told from then on is how it ended. */
  void settle() throws GigaException, InterruptedException {
    long last = -1;
    for (int quiet = 0; quiet < QUIET_LOOKS; Thread.sleep(PAUSE_MILLIS)) {
      for (ServerInfo server : before.keySet()) {
        latest.put(server, client.status(server, false));
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
