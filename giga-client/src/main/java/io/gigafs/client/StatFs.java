package io.gigafs.client;

import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.StatFsRequest;
import io.gigafs.protocol.StatFsResult;
import java.util.List;

/**
 * statfs(2) of the whole cluster: asks all servers side by side and adds up. Safe for use by
 * several threads.
 */
final class StatFs {
  private final Core core;
  private final Operation<StatFsResult> operation;

  /** Guarded by this. */
  private StatFsResult sum = new StatFsResult(0, 0, 0, 0);

  /** Guarded by this. */
  private int awaited;

  StatFs(Core core, Operation<StatFsResult> operation) {
    this.core = core;
    this.operation = operation;
  }

  void begin() {
    List<ServerInfo> servers = core.views().current().servers();
    synchronized (this) {
      awaited = servers.size();
    }
    for (ServerInfo server : servers) {
      new EndpointCall<>(
              core,
              operation,
              List.of(server.endpoint()),
              new StatFsRequest(),
              this::answered,
              this::refused)
          .send();
    }
  }

  private void answered(StatFsResult share) {
    StatFsResult total;
    synchronized (this) {
      sum =
          new StatFsResult(
              sum.entries() + share.entries(),
              sum.totalBytes() + share.totalBytes(),
              sum.freeBytes() + share.freeBytes(),
              sum.usedBytes() + share.usedBytes());
      awaited--;
      if (awaited != 0) {
        return;
      }
      total = sum;
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
