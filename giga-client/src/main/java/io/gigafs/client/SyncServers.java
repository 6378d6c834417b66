package io.gigafs.client;

import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.SyncRequest;
import java.util.List;

/**
 * syncfs(2) of what servers keep: has all of them, side by side, put on their disks what they have
 * answered. Safe for use by several threads.
 */
final class SyncServers {
  private final Core core;
  private final Operation<Void> operation;

  /** How many answers are missing, and one until all were asked; negative after a failure. */
  private int awaited;

  SyncServers(Core core, Operation<Void> operation) {
    this.core = core;
    this.operation = operation;
  }

  void begin() {
    List<ServerInfo> servers = core.views().current().servers();
    synchronized (this) {
      awaited = servers.size() + 1;
    }
    for (ServerInfo server : servers) {
      new EndpointCall<>(
              core,
              operation,
              List.of(server.endpoint()),
              new SyncRequest(),
              synced -> synced(),
              this::refused)
          .patiently()
          .send();
    }
    synced();
  }

  private void synced() {
    synchronized (this) {
      awaited--;
      if (awaited != 0) {
        return;
      }
    }
    operation.complete(null);
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
