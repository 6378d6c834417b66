package io.gigafs.server.data;

import java.util.concurrent.TimeUnit;

/**
 * Latency of creates on a volume: a moving average that is robust against a few outliers. Not
 * thread-safe.
 *
 * <ol>
 *   <li>With few samples it is their minimum, as the first creates include one-time costs.
 *   <li>After that, each sample has a weight of an eighth, like round trips in TCP, and is capped
 *       at four times the mean plus 1 ms: so three in a row have to be slow before the mean
 *       doubles.
 * </ol>
 */
final class CreateLatency {
  private static final int MIN_SAMPLES = 8;
  private static final double NEW_PART = 1.0 / 8;
  private static final double MAX_GROWTH = 4;
  private static final double MAX_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private int samples;
  private double mean;

  void add(long nanos) {
    samples = Math.min(samples + 1, MIN_SAMPLES);
    if (samples == 1) {
      mean = nanos;
    } else if (samples < MIN_SAMPLES) {
      mean = Math.min(mean, (double) nanos);
    } else {
      mean += (Math.min((double) nanos, MAX_GROWTH * mean + MAX_STEP_NANOS) - mean) * NEW_PART;
    }
  }

  /** The mean; 0 without any sample. */
  double nanos() {
    return mean;
  }

  /** Whether there are enough samples to compare the mean with others. */
  boolean isSettled() {
    return samples == MIN_SAMPLES;
  }
}
