package io.gigafs.rpc;

import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.namespace.CreateRequest;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Answers creates with their sequence number as inode id; records notices and disconnects. */
class EchoHandler implements RequestHandler {
  final Queue<Notice> notices = new ConcurrentLinkedQueue<>();
  final Queue<Peer> disconnected = new ConcurrentLinkedQueue<>();

  @Override
  @SuppressWarnings("unchecked") // R of a create is EntryResult.
  public <R extends Result> void handle(Request<R> request, Exchange<R> exchange) {
    if (request instanceof CreateRequest create) {
      handle(create, (Exchange<EntryResult>) exchange);
    } else {
      throw new IllegalStateException("not echoed: " + request);
    }
  }

  void handle(CreateRequest create, Exchange<EntryResult> exchange) {
    exchange.answer(RpcFixture.created(create.sequence().number()));
  }

  @Override
  public void handle(Notice notice, Peer from) {
    notices.add(notice);
  }

  @Override
  public void disconnected(Peer peer) {
    disconnected.add(peer);
  }
}
