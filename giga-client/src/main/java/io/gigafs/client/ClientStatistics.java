package io.gigafs.client;

import io.gigafs.client.data.DataCacheStatistics;
import io.gigafs.client.data.WriteBackStatistics;

/**
 * Counters since the client started.
 *
 * @param requests requests sent to servers, including retries
 * @param splitRedirects answers that a partition had split
 * @param slotRedirects answers that another server holds a slot
 * @param retries requests sent again after a delay, a lost connection or a missing answer
 * @param delegated creates and removals under delegations, see {@link DelegationSettings}
 * @param lost how many of these the servers did not apply
 * @param cache counters of the cache of file data
 * @param writeBack counters of writeback
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

  /** The sum over two clients. */
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

  /** The same with other counters of the data cache. */
  public ClientStatistics withCache(DataCacheStatistics counted) {
    return new ClientStatistics(
        requests, splitRedirects, slotRedirects, retries, delegated, lost, counted, writeBack);
  }

  /** The same with other counters of writeback. */
  public ClientStatistics withWriteBack(WriteBackStatistics counted) {
    return new ClientStatistics(
        requests, splitRedirects, slotRedirects, retries, delegated, lost, cache, counted);
  }
}
