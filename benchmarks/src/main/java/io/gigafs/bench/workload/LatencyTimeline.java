package io.gigafs.bench.workload;

import io.gigafs.bench.report.Line;
import io.gigafs.load.Latencies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Latencies by the scheduled time of their requests. Thread-safe. */
public final class LatencyTimeline {
  private static final double MICROS_PER_MILLI = 1e3;

  /** The same for all slices; otherwise their sums would lose values. */
  private static final int DIGITS = 2;

  private final double sliceSeconds;
  private final List<Latencies> slices;

  /** For requests that are scheduled within a length of time. */
  public LatencyTimeline(Duration length, Duration slice) {
    this.sliceSeconds = slice.toNanos() / 1e9;
    int count = (int) (length.toNanos() / slice.toNanos()) + 1;
    this.slices = IntStream.range(0, count).mapToObj(i -> new Latencies(DIGITS)).toList();
  }

  /** Adds a latency. */
  public void add(double dueSeconds, long nanos) {
    slices.get(Math.min(slices.size() - 1, (int) (dueSeconds / sliceSeconds))).add(nanos);
  }

  /** A percentile over all requests, in milliseconds; 0 if there are none. */
  public double percentileMillis(double percentile) {
    Latencies all = new Latencies(DIGITS);
    slices.forEach(all::addAll);
    return all.percentileMicros(percentile) / MICROS_PER_MILLI;
  }

  /** A percentile of each slice, in milliseconds over seconds. */
  public Line line(String name, double percentile) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (int i = 0; i < slices.size(); i++) {
      if (slices.get(i).count() > 0) {
        x.add(i * sliceSeconds);
        y.add(slices.get(i).percentileMicros(percentile) / MICROS_PER_MILLI);
      }
    }
    return new Line(name, x, y);
  }
}
