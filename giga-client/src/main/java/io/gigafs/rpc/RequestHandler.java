package io.gigafs.rpc;

import io.gigafs.protocol.Notice;
import io.gigafs.protocol.PipelinedCreates;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;

/**
 * A server's side: takes requests and notices as they arrive, on the connection's thread, which it
 * may not block.
 */
public interface RequestHandler {
  /** Takes a request; sooner or later the exchange is answered, from any thread. */
  <R extends Result> void handle(Request<R> request, Exchange<R> exchange);

  /**
   * Takes creates that came one behind the other; sooner or later each is answered. Unless a
   * handler knows better, each is a request by itself.
   */
  default void handle(PipelinedCreates creates, CreatesExchange exchange) {
    for (int i = 0; i < creates.size(); i++) {
      handle(creates.request(i), exchange.alone(i));
    }
  }

  /** Takes a notice. */
  void handle(Notice notice, Peer from);

  /** The connection is gone; nothing more comes from it. */
  void disconnected(Peer peer);
}
