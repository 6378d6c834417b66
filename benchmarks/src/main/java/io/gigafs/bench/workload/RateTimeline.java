package io.gigafs.bench.workload;

import io.gigafs.bench.report.Line;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** How a count grew, looked at in even intervals by a thread of its own until it is closed. */
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
   * A look at the count.
   *
   * @param seconds since the beginning
   */
  public record Point(double seconds, long count) {}

  private RateTimeline(LongSupplier count) {
    this.count = count;
  }

  /**
   * Begins now.
   *
   * @param also done with each look, by the thread that looks; told the seconds since the beginning
   */
  public static RateTimeline start(LongSupplier count, Duration interval, Look also) {
    RateTimeline timeline = new RateTimeline(count);
    timeline.look(also);
    long nanos = interval.toNanos();
    timeline.thread.scheduleAtFixedRate(
        () -> timeline.look(also), nanos, nanos, TimeUnit.NANOSECONDS);
    return timeline;
  }

  /** What else is looked at. */
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

  /** What was seen so far. */
  public synchronized List<Point> points() {
    return List.copyOf(points);
  }

  /** The count's growth per second, over the seconds. */
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
