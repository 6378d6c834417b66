package io.gigafs.bench.micro;

import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.server.context.Messenger;
import java.util.concurrent.CompletableFuture;

/** The messenger of a single server. It refuses all messages. */
final class NobodyElse implements Messenger {
  @Override
  public <R extends Result> CompletableFuture<Answer<R>> ask(
      PartitionRequest<R> request, long deadlineNanos) {
    return refused(request);
  }

  @Override
  public <R extends Result> CompletableFuture<Answer<R>> askServer(
      ServerId server, Request<R> request, long deadlineNanos) {
    return refused(request);
  }

  @Override
  public <R extends Result> CompletableFuture<Answer<R>> askSlot(
      int slot, Request<R> request, long deadlineNanos) {
    return refused(request);
  }

  private static <R extends Result> CompletableFuture<Answer<R>> refused(Request<R> request) {
    return CompletableFuture.completedFuture(
        new Answer.Failed<>(ErrorCode.ENOSYS, "there is no other server for " + request.opcode()));
  }
}
