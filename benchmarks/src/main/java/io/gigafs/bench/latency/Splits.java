package io.gigafs.bench.latency;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.cluster.StatusResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/** Number of partition splits of the servers since they started, local and remote. */
record Splits(AsyncGigaClient client, List<ServerInfo> servers) implements LongSupplier {
  /** Asks all servers, and waits for the answers. */
  @Override
  public long getAsLong() {
    List<CompletableFuture<StatusResult>> answers =
        servers.stream().map(server -> client.admin().status(server, false)).toList();
    return answers.stream().mapToLong(answer -> splits(answer.join())).sum();
  }

  private static long splits(StatusResult status) {
    return status.counters().getOrDefault("splits.within", 0L)
        + status.counters().getOrDefault("splits.away", 0L);
  }
}
