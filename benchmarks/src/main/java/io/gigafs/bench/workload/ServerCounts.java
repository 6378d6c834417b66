package io.gigafs.bench.workload;

import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.GigaException;
import java.util.Map;
import java.util.TreeMap;

/** The counters of all servers of a cluster since they started, summed by name. */
public final class ServerCounts {
  private final Map<String, Long> counts;

  private ServerCounts(Map<String, Long> counts) {
    this.counts = counts;
  }

  public static ServerCounts of(GigaClient client) throws GigaException {
    Map<String, Long> sums = new TreeMap<>();
    for (ServerInfo server : client.clusterView().servers()) {
      client
          .admin()
          .status(server, false)
          .counters()
          .forEach((name, count) -> sums.merge(name, count, Long::sum));
    }
    return new ServerCounts(sums);
  }

  /** The difference to earlier counters. */
  public ServerCounts since(ServerCounts before) {
    Map<String, Long> more = new TreeMap<>(counts);
    more.replaceAll((name, count) -> count - before.of(name));
    return new ServerCounts(more);
  }

  /** One counter; 0 for an unknown name. */
  public long of(String name) {
    return counts.getOrDefault(name, 0L);
  }
}
