package io.gigafs.bench.workload;

import io.gigafs.bench.report.Line;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The growth of a counter, sampled at equal intervals by a separate thread until it is closed. */
public final class RateTimeline implements AutoCloseable {
  private static final double NANOS = 1e9;

  private final LongSupplier count;
  private final long began = System.nanoTime();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "giga-timeline");
            made.setDaemon(true);
            return made;
          });

  /** Guarded by this. */
  private final List<Point> points = new ArrayList<>();

  /**
   * A sample of the counter.
   *
   * @param seconds since the beginning
   */
  public record Point(double seconds, long count) {}

  private RateTimeline(LongSupplier count) {
    this.count = count;
  }

  /**
   * Starts sampling.
   *
   * @param also called at each sample by the sampling thread, with the seconds since the beginning
   */
  public static RateTimeline start(LongSupplier count, Duration interval, Look also) {
    RateTimeline timeline = new RateTimeline(count);
    timeline.look(also);
    long nanos = interval.toNanos();
    timeline.thread.scheduleAtFixedRate(
        () -> timeline.look(also), nanos, nanos, TimeUnit.NANOSECONDS);
    return timeline;
  }

  /** An additional action at each sample. */
  public interface Look {
    void at(double seconds);
  }

  private void look(Look also) {
    double seconds = (System.nanoTime() - began) / NANOS;
    synchronized (this) {
      points.add(new Point(seconds, count.getAsLong()));
    }
    also.at(seconds);
  }

  /** The samples so far. */
  public synchronized List<Point> points() {
    return List.copyOf(points);
  }

  /** The growth of the counter per second, over the seconds. */
  public static Line rates(String name, List<Point> points) {
    List<Double> seconds = new ArrayList<>();
    List<Double> rates = new ArrayList<>();
    for (int i = 1; i < points.size(); i++) {
      Point from = points.get(i - 1);
      Point to = points.get(i);
      seconds.add(to.seconds());
      rates.add((to.count() - from.count()) / (to.seconds() - from.seconds()));
    }
    return new Line(name, seconds, rates);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
