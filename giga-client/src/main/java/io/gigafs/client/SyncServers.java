package io.gigafs.client;

import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.cluster.SyncRequest;
import java.util.List;

/**
 * syncfs(2) for what servers keep: makes all of them, in parallel, sync what they have acknowledged
 * to disk. Safe for use by several threads.
 */
final class SyncServers {
  private final Core core;
  private final ClientOperation<Void> operation;

  SyncServers(Core core, ClientOperation<Void> operation) {
    this.core = core;
    this.operation = operation;
  }

  void begin() {
    Gathering<Void> answers = new Gathering<>(operation, () -> null);
    for (ServerInfo server : core.views().current().servers()) {
      answers.asking();
      new EndpointCall<>(
              core,
              operation,
              List.of(server.endpoint()),
              new SyncRequest(),
              synced -> answers.answered(() -> {}),
              answers::refused)
          .withRetries()
          .send();
    }
    answers.allAsked();
  }
}
