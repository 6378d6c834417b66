package io.gigafs.rpc;

import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.bulk.PipelinedCreates;

/**
 * Handles the requests and notices of clients as they arrive, on the connection's thread. It must
 * not block.
 */
public interface RequestHandler {
  /** Handles a request. The exchange must eventually be answered, from any thread. */
  <R extends Result> void handle(Request<R> request, Exchange<R> exchange);

  /**
   * Handles consecutive creates, each of which must eventually be answered. By default, each is
   * handled as a request of its own.
   */
  default void handle(PipelinedCreates creates, CreatesExchange exchange) {
    for (int i = 0; i < creates.size(); i++) {
      handle(creates.request(i), exchange.alone(i));
    }
  }

  void handle(Notice notice, Peer from);

  /** Called when the connection is closed; nothing more arrives from it. */
  void disconnected(Peer peer);
}
