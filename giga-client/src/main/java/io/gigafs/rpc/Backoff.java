package io.gigafs.rpc;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * How long to wait before trying again: a random time up to a bound that doubles with every failure
 * ("full jitter"), so that those who failed together do not come back together.
 *
 * <p>Used by one thread at a time.
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
  public Backoff(long baseMillis, long capMillis, SplittableRandom random) {
    if (baseMillis < 1 || capMillis < baseMillis) {
      throw new IllegalArgumentException(
          "a back-off runs from at least 1 ms up, not from " + baseMillis + " to " + capMillis);
    }
    this.baseMillis = baseMillis;
    this.capMillis = capMillis;
    this.random = random;
  }

  /**
   * The delay after so many failures in a row, for those who count for themselves, in ms: 1 to the
   * bound.
   *
   * @param failures from 1
   * @param random 64 random bits; may be called by several threads
   */
  public static long delayMillis(
      int failures, long baseMillis, long capMillis, LongSupplier random) {
    int doublings = Math.min(Math.max(failures, 1) - 1, Long.numberOfLeadingZeros(baseMillis) - 1);
    return 1 + below(Math.min(baseMillis << doublings, capMillis), random);
  }

  /**
   * As RandomGenerator.nextLong(bound) draws, which no class has in Java 11, where Hadoop's client
   * runs, too.
   */
  private static long below(long bound, LongSupplier random) {
    long drawn = random.getAsLong();
    if (Long.bitCount(bound) == 1) {
      return drawn & bound - 1;
    }
    long positive = drawn >>> 1;
    while (positive - positive % bound + bound - 1 < 0) { // of the last part, which is cut off
      positive = random.getAsLong() >>> 1;
    }
    return positive % bound;
  }

  /** The delay after one more failure, in ms: 1 to the bound. */
  public long nextMillis() {
    failures = failures == Integer.MAX_VALUE ? failures : failures + 1;
    return delayMillis(failures, baseMillis, capMillis, random::nextLong);
  }

  /** It worked: the next failure is the first again. */
  public void reset() {
    failures = 0;
  }
}
