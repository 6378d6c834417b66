package io.gigafs.rpc;

import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.namespace.MakeDirectoryRequest;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Answers requests for directories with their sequence number as inode id; records notices and
 * disconnects.
 */
class EchoHandler implements RequestHandler {
  final Queue<Notice> notices = new ConcurrentLinkedQueue<>();
  final Queue<Peer> disconnected = new ConcurrentLinkedQueue<>();

  @Override
  @SuppressWarnings("unchecked") // R of such a request is EntryResult.
  public <R extends Result> void handle(Request<R> request, Exchange<R> exchange) {
    if (request instanceof MakeDirectoryRequest make) {
      handle(make, (Exchange<EntryResult>) exchange);
    } else {
      throw new IllegalStateException("not echoed: " + request);
    }
  }

  void handle(MakeDirectoryRequest make, Exchange<EntryResult> exchange) {
    exchange.answer(RpcFixture.created(make.sequence().number()));
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
