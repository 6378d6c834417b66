package io.gigafs.rpc;

import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;

/**
 * Handles the requests and notices of clients as they arrive, on the connection's thread. It must
 * not block.
 */
public interface RequestHandler {
  /** Handles a request. The exchange must eventually be answered, from any thread. */
  <R extends Result> void handle(Request<R> request, Exchange<R> exchange);

  void handle(Notice notice, Peer from);

  /** Called when the connection is closed; nothing more arrives from it. */
  void disconnected(Peer peer);
}
