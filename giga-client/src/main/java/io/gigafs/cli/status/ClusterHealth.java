package io.gigafs.cli.status;

import io.gigafs.cli.ErrorText;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.GigaException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** How a cluster is: its view, and what each of its servers answered. */
record ClusterHealth(ClusterView view, List<ServerHealth> servers) {
  ClusterHealth {
    servers = List.copyOf(servers);
  }

  /** Asks all servers at once; takes as long as the slowest, or the client's timeout. */
  static ClusterHealth ask(GigaClient client, boolean partitions) throws GigaException {
    ClusterView view = client.clusterView();
    List<CompletableFuture<ServerHealth>> answers = new ArrayList<>();
    for (ServerInfo server : view.servers()) {
      int slots = slotsOf(view, server);
      answers.add(
          client
              .async()
              .status(server, partitions)
              .handle(
                  (status, thrown) ->
                      new ServerHealth(
                          server, slots, status, thrown == null ? "" : ErrorText.of(thrown))));
    }
    return new ClusterHealth(view, answers.stream().map(CompletableFuture::join).toList());
  }

  /** Whether all servers are up and nothing is wrong with any. */
  boolean isGood() {
    return servers.stream().allMatch(server -> server.isUp() && server.problems().isEmpty());
  }

  private static int slotsOf(ClusterView view, ServerInfo server) {
    int slots = 0;
    for (int slot = 0; slot < view.slots().slots(); slot++) {
      slots += view.ownerOf(slot).equals(server) ? 1 : 0;
    }
    return slots;
  }
}
