package io.gigafs.hadoop.stream;

import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_BYTES;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_OPERATIONS;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_SEEK_OPERATIONS;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_UNBUFFERED;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_VECTORED_INCOMING_RANGES;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_VECTORED_OPERATIONS;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_WRITE_BYTES;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_WRITE_EXCEPTIONS;

import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsStore;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a stream. Hadoop's store of counters consists of a dozen maps, which many files
 * never need, so it is created on first use. Safe for use by several threads.
 */
final class StreamCounters {
  private final String[] names;
  private volatile @Nullable IOStatisticsStore made;

  private StreamCounters(String... names) {
    this.names = names;
  }

  static StreamCounters ofReads() {
    return new StreamCounters(
        STREAM_READ_BYTES,
        STREAM_READ_OPERATIONS,
        STREAM_READ_SEEK_OPERATIONS,
        STREAM_READ_UNBUFFERED,
        STREAM_READ_VECTORED_OPERATIONS,
        STREAM_READ_VECTORED_INCOMING_RANGES);
  }

  static StreamCounters ofWrites() {
    return new StreamCounters(STREAM_WRITE_BYTES, STREAM_WRITE_EXCEPTIONS);
  }

  void add(String name, long count) {
    store().incrementCounter(name, count);
  }

  IOStatistics statistics() {
    return store();
  }

  private IOStatisticsStore store() {
    IOStatisticsStore store = made;
    return store == null ? make() : store;
  }

  private synchronized IOStatisticsStore make() {
    IOStatisticsStore store = made;
    if (store == null) {
      store = IOStatisticsBinding.iostatisticsStore().withCounters(names).build();
      made = store;
    }
    return store;
  }

  @Override
  public String toString() {
    return store().toString();
  }
}
