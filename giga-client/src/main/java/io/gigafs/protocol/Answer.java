package io.gigafs.protocol;

import io.gigafs.cluster.ClusterView;
import io.gigafs.index.PartitionMap;

/**
 * What a server says to a request: a result, an error, or where or when to ask instead.
 *
 * @param <R> what a result holds
 */
public sealed interface Answer<R extends Result> {
  /** It was done. */
  record Done<R extends Result>(R result) implements Answer<R> {}

  /** It was not done and will not be. */
  record Failed<R extends Result>(ErrorCode code, String detail) implements Answer<R> {}

  /**
   * The partition no longer holds the name, or is not the one that does: ask again by this map,
   * merged with one's own.
   */
  record Split<R extends Result>(PartitionMap map) implements Answer<R> {}

  /** This server does not hold the partition's slot: ask again by this view, or by a newer one. */
  record Moved<R extends Result>(ClusterView view) implements Answer<R> {}

  /**
   * Not now: ask again after the delay.
   *
   * @param reason what keeps the server from answering, for people who wait for too long: it goes
   *     behind the server's name ("takes no changes: ..."); empty if that is not worth a word
   */
  record Retry<R extends Result>(int delayMillis, String reason) implements Answer<R> {
    public Retry(int delayMillis) {
      this(delayMillis, "");
    }
  }
}
