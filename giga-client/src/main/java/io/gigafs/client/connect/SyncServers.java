package io.gigafs.client.connect;

import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.EndpointCall;
import io.gigafs.client.request.Gathering;
import io.gigafs.client.session.ClientContext;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.cluster.SyncRequest;
import java.util.List;

/**
 * syncfs(2) for what servers keep: makes all of them, in parallel, sync what they have acknowledged
 * to disk. Safe for use by several threads.
 */
final class SyncServers {
  private final ClientContext context;
  private final ClientOperation<Void> operation;

  SyncServers(ClientContext context, ClientOperation<Void> operation) {
    this.context = context;
    this.operation = operation;
  }

  void begin() {
    Gathering<Void> answers = new Gathering<>(operation, () -> null);
    for (ServerInfo server : context.views().current().servers()) {
      answers.asking();
      new EndpointCall<>(
              context,
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
