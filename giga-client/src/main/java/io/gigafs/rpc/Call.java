package io.gigafs.rpc;

import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A request at its client, and the future of its answer. */
final class Call<R extends Result> extends CompletableFuture<Answer<R>> {
  private final Endpoint server;
  private final Request<R> request;
  private final long startNanos;
  private final long deadlineNanos;

  /** The request's on its connection, whose thread sets it. */
  private long id;

  Call(Endpoint server, Request<R> request, long startNanos, long deadlineNanos) {
    this.server = server;
    this.request = request;
    this.startNanos = startNanos;
    this.deadlineNanos = deadlineNanos;
  }

  Request<R> request() {
    return request;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  long id() {
    return id;
  }

  void id(long newId) {
    id = newId;
  }

  boolean isPast(long nowNanos) {
    return deadlineNanos - nowNanos <= 0;
  }

  /** For how long the answer is still waited for: at least 1 ms. */
  int remainingMillis(long nowNanos) {
    long millis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - nowNanos);
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, millis));
  }

  /** Completes with an answer to a request of this opcode; false if this request has another. */
  boolean answered(Opcode<?> opcode, Answer<?> answer) {
    if (opcode != request.opcode()) {
      return false;
    }
    @SuppressWarnings("unchecked") // The opcode fixes R.
    Answer<R> typed = (Answer<R>) answer;
    if (!complete(typed)) {
      Payload.releaseOf(typed);
    }
    return true;
  }

  void timedOut(String state) {
    long waitedMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - startNanos);
    failed(
        ErrorCode.ETIMEDOUT,
        "server "
            + server
            + " did not answer "
            + request.opcode()
            + " within "
            + Math.max(0, waitedMillis)
            + " ms"
            + state);
  }

  void failed(ErrorCode code, String detail) {
    completeExceptionally(code.exception(detail));
  }
}
