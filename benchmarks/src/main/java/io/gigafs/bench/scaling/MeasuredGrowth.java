package io.gigafs.bench.scaling;

import io.gigafs.bench.workload.RateTimeline.Point;
import java.util.List;

/**
 * A directory as it was seen to grow on a cluster.
 *
 * @param points how many files there were
 * @param secondsToAll when each server had a part of it; infinite if that did not come
 * @param partitions how many it had in the end
 * @param usedUp in which part of the time the servers had used up their share of the processor
 * @param loadProcessors how many processors the clients kept busy
 */
record MeasuredGrowth(
    int servers,
    List<Point> points,
    double secondsToAll,
    long partitions,
    double usedUp,
    double loadProcessors) {

  Point last() {
    return points.get(points.size() - 1);
  }

  double averageRate() {
    return last().count() / last().seconds();
  }

  /** Creates/s since all servers were used; since the beginning, if that did not come. */
  double steadyRate() {
    List<Point> steady = steady();
    Point first = steady.get(0);
    double seconds = last().seconds() - first.seconds();
    return seconds > 0 ? (last().count() - first.count()) / seconds : averageRate();
  }

  /** From when all servers were used. */
  List<Point> steady() {
    List<Point> steady = points.stream().filter(point -> point.seconds() >= secondsToAll).toList();
    return steady.size() < 2 ? points : steady;
  }
}
