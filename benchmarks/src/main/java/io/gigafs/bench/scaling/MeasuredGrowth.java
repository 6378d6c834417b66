package io.gigafs.bench.scaling;

import io.gigafs.bench.workload.RateTimeline.Point;
import java.util.List;

/**
 * The measured growth of a directory on a cluster.
 *
 * @param points number of files over time
 * @param secondsToAll when each server had a part of it; infinite if that did not happen
 * @param partitions final number of partitions
 * @param usedUp share of the periods in which the servers had used up their share of the processor
 * @param loadProcessors number of processors that the clients kept busy
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

  /** Creates/s since all servers were used; of the whole run, if that did not happen. */
  double steadyRate() {
    List<Point> steady = steady();
    Point first = steady.get(0);
    double seconds = last().seconds() - first.seconds();
    return seconds > 0 ? (last().count() - first.count()) / seconds : averageRate();
  }

  /** The points since all servers were used. */
  List<Point> steady() {
    List<Point> steady = points.stream().filter(point -> point.seconds() >= secondsToAll).toList();
    return steady.size() < 2 ? points : steady;
  }
}
