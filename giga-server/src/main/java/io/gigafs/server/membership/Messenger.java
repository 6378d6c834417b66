package io.gigafs.server.membership;

import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import java.util.concurrent.CompletableFuture;

/**
 * Carries a server's messages to the holders of partitions, itself among them. Safe for use by
 * several threads.
 */
public interface Messenger {
  /**
   * Asks the holder of a partition, wherever it is, again and again until it answers or the
   * deadline passes.
   *
   * @return done, failed or split; past the deadline failed with ETIMEDOUT, and then it may or may
   *     not have been done. Completes on any thread, never exceptionally
   */
  <R extends Result> CompletableFuture<Answer<R>> ask(
      PartitionRequest<R> request, long deadlineNanos);

  /** Likewise asks a member, whatever it holds; fails at once if it is none any more. */
  <R extends Result> CompletableFuture<Answer<R>> askServer(
      ServerId server, Request<R> request, long deadlineNanos);

  /** Likewise asks the holder of a slot. */
  <R extends Result> CompletableFuture<Answer<R>> askSlot(
      int slot, Request<R> request, long deadlineNanos);
}
