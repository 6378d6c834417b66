package io.gigafs.client.connect;

import io.gigafs.client.ClusterSpace;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.EndpointCall;
import io.gigafs.client.request.Gathering;
import io.gigafs.client.session.ClientContext;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.cluster.StatFsRequest;
import io.gigafs.protocol.data.VolumesRequest;
import java.util.List;
import java.util.function.Consumer;

/**
 * statfs(2) of the whole cluster: asks all servers in parallel for the usage of their stores and
 * volumes. Safe for use by several threads.
 */
final class StatFs {
  private final ClientContext context;
  private final ClientOperation<ClusterSpace> operation;

  /** Guarded by the gathering of answers. */
  private final SpaceSum sum = new SpaceSum();

  private final Gathering<ClusterSpace> answers;

  StatFs(ClientContext context, ClientOperation<ClusterSpace> operation) {
    this.context = context;
    this.operation = operation;
    this.answers = new Gathering<>(operation, sum::sum);
  }

  void begin() {
    for (ServerInfo server : context.views().current().servers()) {
      ask(server, new StatFsRequest(), sum::add);
      ask(server, new VolumesRequest(), result -> result.volumes().forEach(sum::add));
    }
    answers.allAsked();
  }

  private <R extends Result> void ask(ServerInfo server, Request<R> request, Consumer<R> adding) {
    answers.asking();
    new EndpointCall<>(
            context,
            operation,
            List.of(server.endpoint()),
            request,
            result -> answers.answered(() -> adding.accept(result)),
            answers::refused)
        .send();
  }
}
