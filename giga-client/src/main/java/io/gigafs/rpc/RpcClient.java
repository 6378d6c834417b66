package io.gigafs.rpc;

import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import java.util.concurrent.CompletableFuture;

/**
 * Sends requests to servers, over few connections that it opens on demand and keeps open.
 * Thread-safe.
 *
 * <p>It sends each request once; the caller decides on retries.
 */
public interface RpcClient extends AutoCloseable {
  /**
   * Sends a request. The future completes with the server's answer, or exceptionally with a {@code
   * GigaException} that names the server: ETIMEDOUT when no answer arrived by the deadline, EIO
   * when the connection could not be established or broke. In both of these cases the outcome is
   * unknown.
   *
   * <p>The client takes ownership of file data in the request and releases it when the call ends.
   * The consumer of the future owns file data in the result.
   *
   * @param deadlineNanos by the {@link Clock#nanos} of this client
   */
  <R extends Result> CompletableFuture<Answer<R>> call(
      Endpoint server, Request<R> request, long deadlineNanos);

  /**
   * As {@link #call}, for a request whose answer no caller waits for. It may be piggybacked on the
   * next request to that server, and is sent some milliseconds later at the latest.
   */
  default <R extends Result> CompletableFuture<Answer<R>> callDeferred(
      Endpoint server, Request<R> request, long deadlineNanos) {
    return call(server, request, deadlineNanos);
  }

  /**
   * As {@link #call}, for a thread that waits for the answer before it does anything else and that
   * serves no connections: it may be blocked until the call completes. Not allowed for requests on
   * which the server may send a notice later.
   */
  default <R extends Result> CompletableFuture<Answer<R>> callWaiting(
      Endpoint server, Request<R> request, long deadlineNanos) {
    return call(server, request, deadlineNanos);
  }

  /**
   * Runs a task soon on a thread of this client, or at once on the calling thread. The task must
   * not block. Tasks may run at the same time. Requests that a task makes go out together.
   */
  default void execute(Runnable task) {
    task.run();
  }

  /** Sends deferred requests and polls their answers at once, because a caller waits for them. */
  default void flushDeferred() {}

  @Override
  void close();

  /**
   * Receives unsolicited messages and events of a client, on a connection's thread. It must not
   * block.
   */
  interface RpcClientListener {
    /** Ignores everything. */
    RpcClientListener NONE = new RpcClientListener() {};

    /** Called when a server sent a notice. */
    default void received(Notice notice, Endpoint server) {}

    /**
     * Called when an established connection to a server is lost, and perhaps notices with it,
     * before the requests in flight on it fail.
     */
    default void connectionLost(Endpoint server) {}
  }
}
