package io.gigafs.rpc;

import java.util.random.RandomGenerator;

/**
 * How long to wait before trying again: a random time up to a bound that doubles with every failure
 * ("full jitter"), so that those who failed together do not come back together.
 *
 * <p>Used by one thread at a time.
 */
public final class Backoff {
  private final long baseMillis;
  private final long capMillis;
  private final RandomGenerator random;
  private long boundMillis;

  /**
   * A back-off before any failure.
   *
   * @param baseMillis bound of the first delay
   * @param capMillis bound of every delay
   */
  public Backoff(long baseMillis, long capMillis, RandomGenerator random) {
    if (baseMillis < 1 || capMillis < baseMillis) {
      throw new IllegalArgumentException(
          "a back-off runs from at least 1 ms up, not from " + baseMillis + " to " + capMillis);
    }
    this.baseMillis = baseMillis;
    this.capMillis = capMillis;
    this.random = random;
    this.boundMillis = baseMillis;
  }

  /** The delay after one more failure, in ms: 1 to the bound. */
  public long nextMillis() {
    long delay = 1 + random.nextLong(boundMillis);
    boundMillis = boundMillis > capMillis / 2 ? capMillis : 2 * boundMillis;
    return delay;
  }

  /** It worked: the next failure is the first again. */
  public void reset() {
    boundMillis = baseMillis;
  }
}
