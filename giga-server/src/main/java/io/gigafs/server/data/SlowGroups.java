package io.gigafs.server.data;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects groups of volumes with slow creates, and reduces their shares of new files. One thread
 * judges; reads are thread-safe.
 *
 * <ol>
 *   <li>A group becomes slow when a create takes more than twice as long as in the median group,
 *       and is fast again when it takes less than 1.5 times as long. A median below 1 ms counts as
 *       1 ms.
 *   <li>The share of a slow group is multiplied by the ratio of the median to its own latency, but
 *       at least by an eighth: so creates still measure it, in addition to probes, and it regains
 *       its share when it is fast.
 * </ol>
 */
final class SlowGroups {
  private static final Logger LOG = LoggerFactory.getLogger(SlowGroups.class);
  private static final double SLOW_RATIO = 2;
  private static final double FAST_RATIO = 1.5;
  private static final double MIN_FACTOR = 1.0 / 8;
  private static final double MIN_MEDIAN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Factors of the slow groups. */
  private volatile Map<String, Double> factors = Map.of();

  /** The factor for the group's share. */
  double factor(String group) {
    return factors.getOrDefault(group, 1.0);
  }

  /** Computes the factors of all groups from the create latency of each measured group. */
  void update(Map<String, Double> createNanos) {
    List<Double> sorted = createNanos.values().stream().sorted().toList();
    if (sorted.isEmpty()) {
      factors = Map.of();
      return;
    }
    double median = Math.max(MIN_MEDIAN_NANOS, sorted.get((sorted.size() - 1) / 2));
    Map<String, Double> before = factors;
    Map<String, Double> slow = new HashMap<>();
    createNanos.forEach(
        (group, nanos) -> {
          double ratio = nanos / median;
          boolean wasSlow = before.containsKey(group);
          if (ratio > (wasSlow ? FAST_RATIO : SLOW_RATIO)) {
            slow.put(group, Math.max(MIN_FACTOR, 1 / ratio));
          }
          if (wasSlow != slow.containsKey(group)) {
            log(group, wasSlow, nanos, median);
          }
        });
    factors = Map.copyOf(slow);
  }

  private static void log(String group, boolean isFast, double nanos, double median) {
    String creates =
        String.format(
            Locale.ROOT,
            "a create takes %.1f ms, and in the median group %.1f ms",
            nanos / 1e6,
            median / 1e6);
    if (isFast) {
      LOG.info("volume group {} is fast again and gets its full share: {}", group, creates);
    } else {
      LOG.warn("volume group {} is slow and gets fewer new files: {}", group, creates);
    }
  }
}
