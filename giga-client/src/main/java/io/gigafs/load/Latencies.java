package io.gigafs.load;

import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/** Latencies of requests. Safe for use by several threads. */
public final class Latencies {
  private static final long LOWEST_NANOS = 1_000;
  private static final long HIGHEST_NANOS = 3_600_000_000_000L;
  private static final double NANOS_PER_MICRO = 1_000;

  private final Histogram histogram;

  /**
   * Creates an empty record.
   *
   * @param digits significant decimal digits; more need more memory
   */
  public Latencies(int digits) {
    this.histogram = new AtomicHistogram(LOWEST_NANOS, HIGHEST_NANOS, digits);
  }

  /** Adds a latency. */
  public void add(long nanos) {
    histogram.recordValue(Math.max(0, Math.min(HIGHEST_NANOS, nanos)));
  }

  /** Adds all latencies of another record with the same number of digits. */
  public void addAll(Latencies others) {
    histogram.add(others.histogram);
  }

  public long count() {
    return histogram.getTotalCount();
  }

  /** A percentile, in microseconds; 0 if there are no latencies. */
  public double percentileMicros(double percentile) {
    return count() == 0 ? 0 : histogram.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }
}
