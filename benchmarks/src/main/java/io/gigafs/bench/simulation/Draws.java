package io.gigafs.bench.simulation;

import java.util.SplittableRandom;

/** Random numbers of the distributions that events and counts have. For one thread. */
final class Draws {
  /** From here on a normal distribution is as good. */
  private static final long MANY = 1L << 16;

  private static final double SMALL_MEAN = 64;

  private final SplittableRandom random;

  Draws(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** A hash, evenly. */
  long hash() {
    return random.nextLong();
  }

  /** From 0 to bound - 1, evenly. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  /** From 0 to 1, evenly. */
  double fraction() {
    return random.nextDouble();
  }

  /** How far it is to the next event of a Poisson process with one event per unit. */
  double exponential() {
    return -Math.log1p(-random.nextDouble());
  }

  /** How far it is to the event of this number. */
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

  /** How many events there are on a way of this length. */
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

  /** How many of so many entries have a hash bit set: exact for all that a split moves. */
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

  /** How many of so many tries succeed. */
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
