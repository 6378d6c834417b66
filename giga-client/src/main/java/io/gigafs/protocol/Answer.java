package io.gigafs.protocol;

import io.gigafs.cluster.ClusterView;
import io.gigafs.index.PartitionMap;

/**
 * A server's answer to a request: a result, an error, or where or when to retry.
 *
 * @param <R> the type of the result
 */
public sealed interface Answer<R extends Result> {
  /** The operation succeeded. */
  record Done<R extends Result>(R result) implements Answer<R> {}

  /** The operation failed, and a retry would not succeed. */
  record Failed<R extends Result>(ErrorCode code, String detail) implements Answer<R> {}

  /**
   * The partition does not hold the name, or does not any more. The client retries with this map,
   * merged with its own.
   */
  record Split<R extends Result>(PartitionMap map) implements Answer<R> {}

  /**
   * This server does not own the partition's slot. The client retries with this view, or with a
   * newer one.
   */
  record Moved<R extends Result>(ClusterView view) implements Answer<R> {}

  /**
   * The server cannot answer now. The client retries after the delay.
   *
   * @param reason why the server cannot answer, for users who wait for too long. It follows the
   *     server's name ("accepts no changes: ..."); empty if it is of no interest
   */
  record Retry<R extends Result>(int delayMillis, String reason) implements Answer<R> {
    public Retry(int delayMillis) {
      this(delayMillis, "");
    }
  }
}
