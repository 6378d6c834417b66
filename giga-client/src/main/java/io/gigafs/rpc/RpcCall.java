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

/**
 * A request on the client side, and the future of its answer. Its {@link ClientChannel} completes
 * it, by one of the methods below.
 */
final class RpcCall<R extends Result> extends CompletableFuture<Answer<R>> {
  private final Endpoint server;
  private final Request<R> request;
  private final long startNanos;
  private final long deadlineNanos;

  /** The id of the request on its connection. Confined to the connection's thread. */
  private long id;

  RpcCall(Endpoint server, Request<R> request, long startNanos, long deadlineNanos) {
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

  /** The time left until the deadline, at least 1 ms. */
  int remainingMillis(long nowNanos) {
    long millis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - nowNanos);
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, millis));
  }

  /**
   * Completes with an answer to a request of this opcode; returns false if this request has another
   * opcode.
   */
  boolean answered(Opcode<?> opcode, Answer<?> answer) {
    if (opcode != request.opcode()) {
      return false;
    }
    @SuppressWarnings("unchecked") // The opcode determines R.
    Answer<R> typed = (Answer<R>) answer;
    if (!complete(typed)) {
      Payload.releaseOf(typed);
    }
    return true;
  }

  /**
   * Fails the call at its deadline.
   *
   * @param state of the call, for the message; may be empty
   */
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

  /** Fails the call because its deadline passed before it was sent. */
  void timedOutUnsent() {
    timedOut(" (it was not sent in time)");
  }

  /** Fails the call because its request cannot be encoded. */
  void cannotBeSent(RuntimeException cause) {
    failed(
        ErrorCode.EINVAL,
        request.opcode() + " cannot be sent to server " + server + ": " + cause.getMessage());
  }

  /**
   * Fails the call because its connection was lost, or there is none.
   *
   * @param maybeDone whether it was sent, so that the server may have done it
   * @param reason why, with the server
   */
  void lost(boolean maybeDone, String reason) {
    failed(
        ErrorCode.EIO,
        request.opcode()
            + (maybeDone ? " failed (it may have been done), " : " failed, ")
            + reason);
  }

  /** Fails a call that was sent, because its connection was lost. */
  void connectionLost(String reason) {
    lost(true, lostText(server, reason));
  }

  static String lostText(Endpoint server, String reason) {
    return "connection to server " + server + " was lost: " + reason;
  }

  /** Fails a call that was sent, because the client was closed meanwhile. */
  void clientClosedMeanwhile() {
    lost(true, closedText(server));
  }

  /** Fails the call because the client is closed. */
  void clientClosed() {
    failed(ErrorCode.EIO, closedText(server));
  }

  static String closedText(Endpoint server) {
    return "the client of server " + server + " is closed";
  }

  void failed(ErrorCode code, String detail) {
    completeExceptionally(code.exception(detail));
  }
}
