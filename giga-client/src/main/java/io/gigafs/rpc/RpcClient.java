package io.gigafs.rpc;

import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import java.util.concurrent.CompletableFuture;

/**
 * Sends requests to servers, over few connections that it opens as needed and keeps. Safe for use
 * by several threads.
 *
 * <p>A request is sent once: whoever calls decides whether to send it again.
 */
public interface RpcClient extends AutoCloseable {
  /**
   * Sends a request. The future completes with whatever the server answers, or exceptionally with a
   * {@code GigaException} that names the server: ETIMEDOUT when no answer came by the deadline, EIO
   * when the connection could not be made or broke. In both of these cases the server may or may
   * not have done it.
   *
   * <p>Bytes of a file in the request belong to this client from here on, and are released when the
   * call has ended, whichever way; those in a result belong to whom the future tells.
   *
   * @param deadlineNanos by the {@link Clock#nanos} of this client
   */
  <R extends Result> CompletableFuture<Answer<R>> call(
      Endpoint server, Request<R> request, long deadlineNanos);

  /**
   * Likewise, for a request whose answer nobody waits for: it may go with the next that is called
   * of that server, and goes some milliseconds later at the latest.
   */
  default <R extends Result> CompletableFuture<Answer<R>> callDeferred(
      Endpoint server, Request<R> request, long deadlineNanos) {
    return call(server, request, deadlineNanos);
  }

  /**
   * As {@link #call}, by a thread that waits for the answer before it does anything else, and does
   * not serve connections: it may be kept until the call is completed. Nothing may be asked so of
   * which the server would tell by a notice later.
   */
  default <R extends Result> CompletableFuture<Answer<R>> callWaiting(
      Endpoint server, Request<R> request, long deadlineNanos) {
    return call(server, request, deadlineNanos);
  }

  /** Sends what is deferred, and hears its answers at once: somebody waits for them now. */
  default void flushDeferred() {}

  @Override
  void close();
}
