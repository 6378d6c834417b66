package io.gigafs.bench.soak;

import io.gigafs.load.Median;
import java.util.List;

/**
 * Whether a resource usage grows. The first third of the samples does not count, because code is
 * compiled, and pools and caches fill. Of the rest, the median of the last quarter is compared with
 * that of the first quarter: the usage grows if it is higher by more than a tenth and by more than
 * the resource's slack.
 *
 * @param first the median of the first quarter
 * @param last the median of the last quarter
 */
record Growth(double first, double last, boolean grows) {
  private static final int WARM_UP = 3;
  private static final int PART = 4;
  private static final double TENTH = 1.1;

  /** The length of the part that does not count. */
  static long warmUp(long length) {
    return length / WARM_UP;
  }

  /** Evaluates samples that were taken at equal intervals. */
  static Growth of(List<Double> samples, double slack) {
    List<Double> counted = samples.subList((int) warmUp(samples.size()), samples.size());
    int part = Math.max(1, counted.size() / PART);
    if (counted.isEmpty()) {
      return new Growth(0, 0, false);
    }
    double first = Median.of(counted.subList(0, part));
    double last = Median.of(counted.subList(counted.size() - part, counted.size()));
    return new Growth(first, last, last > first * TENTH && last > first + slack);
  }
}
