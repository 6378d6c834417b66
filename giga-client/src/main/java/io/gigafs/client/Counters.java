package io.gigafs.client;

import io.gigafs.client.data.DataCacheStatistics;
import io.gigafs.client.data.WriteBackStatistics;
import java.util.concurrent.atomic.LongAdder;

/** The counters of a client. Safe for use by several threads. */
final class Counters {
  final LongAdder requests = new LongAdder();
  final LongAdder splitRedirects = new LongAdder();
  final LongAdder slotRedirects = new LongAdder();
  final LongAdder retries = new LongAdder();
  final LongAdder delegated = new LongAdder();
  final LongAdder lost = new LongAdder();

  ClientStatistics statistics() {
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
