package io.gigafs.client.request;

import io.gigafs.client.ClientStatistics;
import io.gigafs.client.data.DataCacheStatistics;
import io.gigafs.client.data.WriteBackStatistics;
import java.util.concurrent.atomic.LongAdder;

/** The counters of a client. Safe for use by several threads. */
public final class Counters {
  final LongAdder requests = new LongAdder();
  final LongAdder splitRedirects = new LongAdder();
  final LongAdder slotRedirects = new LongAdder();
  final LongAdder retries = new LongAdder();
  public final LongAdder delegated = new LongAdder();
  public final LongAdder lost = new LongAdder();

  public ClientStatistics statistics() {
    return new ClientStatistics(
        requests.sum(),
        splitRedirects.sum(),
        slotRedirects.sum(),
        retries.sum(),
        delegated.sum(),
        lost.sum(),
        DataCacheStatistics.NONE,
        WriteBackStatistics.NONE);
  }
}
