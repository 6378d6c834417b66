package io.gigafs.cli.volume;

import io.gigafs.cli.ErrorText;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.data.VolumeState;
import io.gigafs.protocol.data.VolumesRequest.VolumesResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * The cluster's volumes, as seen by its servers.
 *
 * @param silent servers that did not answer, each with the reason
 */
record VolumesHealth(ClusterView view, List<VolumeReport> volumes, Map<ServerId, String> silent) {
  /** Queries all servers in parallel; takes as long as the slowest, or the client's timeout. */
  static VolumesHealth ask(GigaClient client) throws GigaException {
    ClusterView view = client.clusterView();
    Map<ServerId, CompletableFuture<VolumesResult>> answers = new TreeMap<>();
    for (ServerInfo server : view.servers()) {
      answers.put(server.id(), client.async().admin().volumes(server));
    }
    Map<ServerId, List<VolumeState>> states = new TreeMap<>();
    Map<ServerId, String> silent = new TreeMap<>();
    answers.forEach(
        (server, answer) -> {
          try {
            states.put(server, answer.join().volumes());
          } catch (java.util.concurrent.CompletionException e) {
            silent.put(server, ErrorText.of(e));
          }
        });
    List<VolumeReport> volumes = new ArrayList<>();
    for (VolumeInfo volume : view.volumes()) {
      volumes.add(VolumeReport.of(volume, states));
    }
    return new VolumesHealth(view, volumes, silent);
  }
}
