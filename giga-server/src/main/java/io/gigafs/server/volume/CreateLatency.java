package io.gigafs.server.volume;

import java.util.concurrent.TimeUnit;

/**
 * How long it takes a volume to make an object: a moving mean that a few outliers do not move far.
 * Not safe for use by several threads.
 *
 * <ol>
 *   <li>Until there are enough samples it is the least of them: the first ones pay for what is
 *       opened and compiled.
 *   <li>From then on each new one counts an eighth, as TCP has it for its round trips, and at most
 *       as four times the mean and 1 ms: so three in a row have to be slow before the mean doubles.
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

  /** Whether the mean is fit to be compared with others. */
  boolean isSettled() {
    return samples == MIN_SAMPLES;
  }
}
