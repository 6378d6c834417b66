package io.gigafs.hadoop.stream;

import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_BYTES;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_OPERATIONS;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_SEEK_OPERATIONS;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_UNBUFFERED;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_VECTORED_INCOMING_RANGES;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_VECTORED_OPERATIONS;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_WRITE_BYTES;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_WRITE_EXCEPTIONS;

import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsStore;

/** What streams count. */
final class StreamCounters {
  private StreamCounters() {}

  static IOStatisticsStore ofReads() {
    return IOStatisticsBinding.iostatisticsStore()
        .withCounters(
            STREAM_READ_BYTES,
            STREAM_READ_OPERATIONS,
            STREAM_READ_SEEK_OPERATIONS,
            STREAM_READ_UNBUFFERED,
            STREAM_READ_VECTORED_OPERATIONS,
            STREAM_READ_VECTORED_INCOMING_RANGES)
        .build();
  }

  static IOStatisticsStore ofWrites() {
    return IOStatisticsBinding.iostatisticsStore()
        .withCounters(STREAM_WRITE_BYTES, STREAM_WRITE_EXCEPTIONS)
        .build();
  }
}
