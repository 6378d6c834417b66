package io.gigafs.bench.simulation;

import java.util.SplittableRandom;

/** Random numbers of the distributions of events and counts. Not thread-safe. */
final class Draws {
  /** Above this number a normal distribution is an adequate approximation. */
  private static final long MANY = 1L << 16;

  private static final double SMALL_MEAN = 64;

  private final SplittableRandom random;

  Draws(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** A uniformly distributed hash. */
  long hash() {
    return random.nextLong();
  }

  /** Uniformly distributed from 0 to bound - 1. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Uniformly distributed from 0 to 1. */
  double fraction() {
    return random.nextDouble();
  }

  /** The distance to the next event of a Poisson process with one event per unit. */
  double exponential() {
    return -Math.log1p(-random.nextDouble());
  }

  /** The distance to the event with a number. */
  double gamma(long shape) {
    if (shape == 1) {
      return exponential();
    }
    // Marsaglia and Tsang, A simple method for generating gamma variables, 2000.
    double d = shape - 1.0 / 3;
    double c = 1 / Math.sqrt(9 * d);
    while (true) {
      double normal = random.nextGaussian();
      double root = 1 + c * normal;
      double cube = root * root * root;
      if (cube > 0
          && Math.log(1 - random.nextDouble())
              < normal * normal / 2 + d - d * cube + d * Math.log(cube)) {
        return d * cube;
      }
    }
  }

  /** The number of events within a distance. */
  long poisson(double mean) {
    if (mean > SMALL_MEAN) {
      return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
    }
    double limit = Math.exp(-mean);
    double product = random.nextDouble();
    long events = 0;
    while (product > limit) {
      product *= random.nextDouble();
      events++;
    }
    return events;
  }

  /**
   * The number of entries that have a given hash bit set: exact for all sizes that a split moves.
   */
  long half(long entries) {
    if (entries > MANY) {
      return binomial(entries, 0.5);
    }
    long set = 0;
    long left = entries;
    for (; left >= Long.SIZE; left -= Long.SIZE) {
      set += Long.bitCount(random.nextLong());
    }
    return left == 0 ? set : set + Long.bitCount(random.nextLong() >>> (Long.SIZE - left));
  }

  /** The number of successful tries. */
  long binomial(long tries, double probability) {
    if (tries <= SMALL_MEAN) {
      long successes = 0;
      for (long i = 0; i < tries; i++) {
        successes += random.nextDouble() < probability ? 1 : 0;
      }
      return successes;
    }
    double deviation = Math.sqrt(tries * probability * (1 - probability));
    long drawn = Math.round(tries * probability + deviation * random.nextGaussian());
    return Math.max(0, Math.min(tries, drawn));
  }
}
