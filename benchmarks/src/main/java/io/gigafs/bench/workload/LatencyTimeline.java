package io.gigafs.bench.workload;

import io.gigafs.bench.report.Line;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/** Latencies by the scheduled time of their requests. Thread-safe. */
public final class LatencyTimeline {
  private static final long LOWEST_NANOS = 1_000;
  private static final long HIGHEST_NANOS = 600_000_000_000L;
  private static final double NANOS_PER_MILLI = 1e6;

  /** The same for all histograms; otherwise their sums would lose values. */
  private static final int DIGITS = 2;

  private final double sliceSeconds;
  private final List<Histogram> slices;

  /** For requests that are scheduled within a length of time. */
  public LatencyTimeline(Duration length, Duration slice) {
    this.sliceSeconds = slice.toNanos() / 1e9;
    int count = (int) (length.toNanos() / slice.toNanos()) + 1;
    this.slices =
        IntStream.range(0, count)
            .<Histogram>mapToObj(i -> new AtomicHistogram(LOWEST_NANOS, HIGHEST_NANOS, DIGITS))
            .toList();
  }

  /** Adds a latency. */
  public void add(double dueSeconds, long nanos) {
    slices
        .get(Math.min(slices.size() - 1, (int) (dueSeconds / sliceSeconds)))
        .recordValue(Math.max(0, Math.min(HIGHEST_NANOS, nanos)));
  }

  /** A percentile over all requests, in milliseconds; 0 if there are none. */
  public double percentileMillis(double percentile) {
    Histogram all = new Histogram(LOWEST_NANOS, HIGHEST_NANOS, DIGITS);
    slices.forEach(all::add);
    return millis(all, percentile);
  }

  /** A percentile of each slice, in milliseconds over seconds. */
  public Line line(String name, double percentile) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (int i = 0; i < slices.size(); i++) {
      if (slices.get(i).getTotalCount() > 0) {
        x.add(i * sliceSeconds);
        y.add(millis(slices.get(i), percentile));
      }
    }
    return new Line(name, x, y);
  }

  private static double millis(Histogram histogram, double percentile) {
    return histogram.getTotalCount() == 0
        ? 0
        : histogram.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
  }
}
