package io.gigafs.rpc;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Exponential back-off with full jitter: a random delay up to a bound that doubles with every
 * failure, so that callers that failed together do not retry together.
 *
 * <p>Not thread-safe.
 */
public final class Backoff {
  private final long baseMillis;
  private final long capMillis;
  private final SplittableRandom random;
  private int failures;

  /**
   * A back-off before any failure.
   *
   * @param baseMillis bound of the first delay
   * @param capMillis bound of every delay
   */
  Backoff(long baseMillis, long capMillis, SplittableRandom random) {
    if (baseMillis < 1 || capMillis < baseMillis) {
      throw new IllegalArgumentException(
          "a back-off runs from at least 1 ms up, not from " + baseMillis + " to " + capMillis);
    }
    this.baseMillis = baseMillis;
    this.capMillis = capMillis;
    this.random = random;
  }

  /**
   * The delay in ms after a number of consecutive failures, from 1 to the bound, for callers that
   * count failures themselves.
   *
   * @param failures from 1
   * @param random supplies 64 random bits; may be called by several threads
   */
  public static long delayMillis(
      int failures, long baseMillis, long capMillis, LongSupplier random) {
    int doublings = Math.min(Math.max(failures, 1) - 1, Long.numberOfLeadingZeros(baseMillis) - 1);
    return 1 + below(Math.min(baseMillis << doublings, capMillis), random);
  }

  /**
   * Draws like RandomGenerator.nextLong(bound), which does not exist in Java 11, on which Hadoop's
   * client also runs.
   */
  private static long below(long bound, LongSupplier random) {
    long drawn = random.getAsLong();
    if (Long.bitCount(bound) == 1) {
      return drawn & bound - 1;
    }
    long positive = drawn >>> 1;
    while (positive - positive % bound + bound - 1 < 0) { // a draw of the last, partial interval
      positive = random.getAsLong() >>> 1;
    }
    return positive % bound;
  }

  /** Counts a failure; returns the delay in ms, from 1 to the bound. */
  long nextMillis() {
    failures = failures == Integer.MAX_VALUE ? failures : failures + 1;
    return delayMillis(failures, baseMillis, capMillis, random::nextLong);
  }

  /** Resets the count of failures after a success. */
  void reset() {
    failures = 0;
  }
}
