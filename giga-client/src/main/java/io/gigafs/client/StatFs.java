package io.gigafs.client;

import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.StatFsRequest;
import io.gigafs.protocol.VolumesRequest;
import java.util.List;
import java.util.function.Consumer;

/**
 * statfs(2) of the whole cluster: asks all servers side by side how full their stores are, and
 * their volumes. Safe for use by several threads.
 */
final class StatFs {
  private final Core core;
  private final Operation<ClusterSpace> operation;

  /** Guarded by this. */
  private final SpaceSum sum = new SpaceSum();

  /** Answers; negative once one was a failure. Guarded by this. */
  private int awaited;

  StatFs(Core core, Operation<ClusterSpace> operation) {
    this.core = core;
    this.operation = operation;
  }

  void begin() {
    List<ServerInfo> servers = core.views().current().servers();
    synchronized (this) {
      awaited = 2 * servers.size();
    }
    for (ServerInfo server : servers) {
      ask(server, new StatFsRequest(), sum::add);
      ask(server, new VolumesRequest(), result -> result.volumes().forEach(sum::add));
    }
  }

  private <R extends Result> void ask(ServerInfo server, Request<R> request, Consumer<R> adding) {
    new EndpointCall<>(
            core,
            operation,
            List.of(server.endpoint()),
            request,
            result -> answered(() -> adding.accept(result)),
            this::refused)
        .send();
  }

  private void answered(Runnable adding) {
    ClusterSpace total;
    synchronized (this) {
      adding.run();
      awaited--;
      if (awaited != 0) {
        return;
      }
      total = sum.sum();
    }
    operation.complete(total);
  }

  private void refused(GigaException failure) {
    synchronized (this) {
      if (awaited < 0) {
        return;
      }
      awaited = -1;
    }
    operation.fail(failure);
  }
}
