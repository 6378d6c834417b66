package io.gigafs.server.context;

import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import java.util.concurrent.CompletableFuture;

/**
 * Sends a server's messages to the owners of partitions, which may be the server itself.
 * Thread-safe.
 */
public interface Messenger {
  /**
   * Sends a request to the owner of a partition, wherever it is, and retries until there is an
   * answer or the deadline passes.
   *
   * @return done, failed or split; past the deadline failed with ETIMEDOUT, and then the request
   *     may or may not have been executed. Completes on any thread, never exceptionally
   */
  <R extends Result> CompletableFuture<Answer<R>> ask(
      PartitionRequest<R> request, long deadlineNanos);

  /**
   * Sends a request to a member, whatever slots it has; fails at once if it is no member any more.
   */
  <R extends Result> CompletableFuture<Answer<R>> askServer(
      ServerId server, Request<R> request, long deadlineNanos);

  /** Sends a request to the owner of a slot. */
  <R extends Result> CompletableFuture<Answer<R>> askSlot(
      int slot, Request<R> request, long deadlineNanos);
}
