package io.gigafs.server;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;
import io.gigafs.rpc.RequestHandler;
import org.jspecify.annotations.Nullable;

/**
 * Passes requests from the network to the server. While it is closed (during start and stop), it
 * answers requests with a retry. Thread-safe.
 */
final class Gate implements RequestHandler {
  private static final int RETRY_LATER_MILLIS = 50;

  private volatile @Nullable RequestHandler server;

  void open(RequestHandler handler) {
    server = handler;
  }

  void close() {
    server = null;
  }

  @Override
  public <R extends Result> void handle(Request<R> request, Exchange<R> exchange) {
    RequestHandler handler = server;
    if (handler == null) {
      exchange.answer(new Answer.Retry<>(RETRY_LATER_MILLIS, "is starting or stopping"));
    } else {
      handler.handle(request, exchange);
    }
  }

  @Override
  public void handle(Notice notice, Peer from) {
    RequestHandler handler = server;
    if (handler != null) {
      handler.handle(notice, from);
    }
  }

  @Override
  public void disconnected(Peer peer) {
    RequestHandler handler = server;
    if (handler != null) {
      handler.disconnected(peer);
    }
  }
}
