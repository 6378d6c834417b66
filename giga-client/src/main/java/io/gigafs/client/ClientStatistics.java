package io.gigafs.client;

import io.gigafs.client.data.DataCacheStatistics;
import io.gigafs.client.data.WriteBackStatistics;

/**
 * Counts since a client began.
 *
 * @param requests requests sent to servers, repetitions included
 * @param splitRedirects answers that said that a partition had split
 * @param slotRedirects answers that said that a slot is held by another server
 * @param retries requests sent again after a delay, a lost connection or a missing answer
 * @param delegated files made and names removed by the client itself, see {@link
 *     DelegationSettings}
 * @param lost how many of these the servers did not take over
 * @param cache what its cache of file data did
 * @param writeBack what it writes back
 */
public record ClientStatistics(
    long requests,
    long splitRedirects,
    long slotRedirects,
    long retries,
    long delegated,
    long lost,
    DataCacheStatistics cache,
    WriteBackStatistics writeBack) {
  public static final ClientStatistics NOTHING =
      new ClientStatistics(0, 0, 0, 0, 0, 0, DataCacheStatistics.NONE, WriteBackStatistics.NONE);

  /** Those of two clients together. */
  public ClientStatistics plus(ClientStatistics other) {
    return new ClientStatistics(
        requests + other.requests,
        splitRedirects + other.splitRedirects,
        slotRedirects + other.slotRedirects,
        retries + other.retries,
        delegated + other.delegated,
        lost + other.lost,
        cache.plus(other.cache),
        writeBack.plus(other.writeBack));
  }

  /** The same, but for the cache of file data. */
  ClientStatistics withCache(DataCacheStatistics counted) {
    return new ClientStatistics(
        requests, splitRedirects, slotRedirects, retries, delegated, lost, counted, writeBack);
  }

  /** The same, but for what it writes back. */
  ClientStatistics withWriteBack(WriteBackStatistics counted) {
    return new ClientStatistics(
        requests, splitRedirects, slotRedirects, retries, delegated, lost, cache, counted);
  }
}
