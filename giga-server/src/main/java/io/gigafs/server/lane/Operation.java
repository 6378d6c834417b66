package io.gigafs.server.lane;

import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * What one kind of request does to a partition. Stateless, or state that belongs to the lane's
 * thread.
 *
 * @param <Q> the request
 * @param <R> what its result holds
 */
@FunctionalInterface
public interface Operation<Q extends PartitionRequest<R>, R extends Result> {
  /**
   * Decides the request: answers it through the commit batch, now or later, or says that it has to
   * wait.
   *
   * @return WAIT to be asked again when the partition lets waiting requests go on
   */
  Decision decide(
      Q request, Exchange<R> exchange, PartitionState partition, CommitBatch commitBatch);

  /**
   * Whether the operation only reads: it is then decided again if the batch of its turn could not
   * be committed, which others filled.
   */
  default boolean isRead() {
    return false;
  }

  /** What is answered although the partition is gone; null for nothing but that. */
  default @Nullable R answerOfGone(Q request, PartitionTable partitions) {
    return null;
  }

  /** Whether a request is taken care of. */
  enum Decision {
    /** Answered, or someone will answer it. */
    TAKEN,
    /** To be decided again, once the partition changes. */
    WAIT
  }
}
