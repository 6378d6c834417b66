package io.gigafs.server.partition;

import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * Applies one kind of request to a partition. Stateless, or with state of the lane's thread.
 *
 * @param <Q> the request
 * @param <R> its result
 */
@FunctionalInterface
public interface PartitionOperation<Q extends PartitionRequest<R>, R extends Result> {
  /**
   * Decides the request: answers it through the commit batch, now or later, or lets it wait.
   *
   * @return WAIT to be called again when the partition resumes waiting requests
   */
  Decision decide(
      Q request, Exchange<R> exchange, PartitionState partition, CommitBatch commitBatch);

  /**
   * Whether the operation only reads: then it is decided again if its commit batch fails, which
   * contains changes of others.
   */
  default boolean isRead() {
    return false;
  }

  /** The result for a partition that no longer exists; null for the error. */
  default @Nullable R answerOfGone(Q request, long client, PartitionTable partitions) {
    return null;
  }

  /** The outcome of {@link #decide}. */
  enum Decision {
    /** Answered, or to be answered later. */
    TAKEN,
    /** To be decided again once the partition changes. */
    WAIT
  }
}
