package io.gigafs.rpc;

import io.gigafs.cluster.Endpoint;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.MakeDirectoryRequest;
import java.util.concurrent.CompletableFuture;

/** Answers directory creates, which may be called directly, like creates of files. */
class DirectoryHandler extends EchoHandler {
  static MakeDirectoryRequest makeDirectory(long number) {
    return makeDirectory(number, Caller.ROOT);
  }

  static MakeDirectoryRequest makeDirectory(long number, Caller caller) {
    return new MakeDirectoryRequest(
        InodeId.ROOT,
        PartitionIndex.ZEROTH,
        caller,
        new Sequence(number, 0),
        Name.of("directory" + number),
        0755);
  }

  static CompletableFuture<Answer<EntryResult>> callWaiting(
      NettyRpcClient client, Endpoint server, long number) {
    return client.callWaiting(server, makeDirectory(number), RpcFixture.in(20_000));
  }

  @Override
  @SuppressWarnings("unchecked") // R of what makes a directory is EntryResult.
  public <R extends Result> void handle(Request<R> request, Exchange<R> exchange) {
    if (request instanceof MakeDirectoryRequest made) {
      answer(made.sequence().number(), (Exchange<EntryResult>) exchange);
    } else {
      super.handle(request, exchange);
    }
  }

  void answer(long number, Exchange<EntryResult> exchange) {
    exchange.answer(RpcFixture.created(number));
  }
}
