package io.gigafs.bench.scaling;

import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Run;
import java.util.List;

/**
 * The papers' model of the rate of creates: (aS + b) / ln T with S servers, T seconds after the
 * first create. Logarithms to another base scale a and b by the same factor.
 *
 * @param rSquared share of the rates' variance that the fit explains
 */
record ThroughputFit(double a, double b, double rSquared) {
  /** Before this time, the logarithm is close to zero, or negative. */
  static final double FIRST_SECOND = 2;

  /** Steps of the integral over the logarithm of time. */
  private static final int STEPS = 2_000;

  private static final int BISECTIONS = 200;

  /** A rate, with the number of servers and the time. */
  record Observation(int servers, double seconds, double rate) {}

  /** Whether there are at least two numbers of servers: with fewer the fit is not unique. */
  static boolean isPossible(List<Observation> all) {
    return used(all).stream().mapToInt(Observation::servers).distinct().count() > 1;
  }

  private static List<Observation> used(List<Observation> all) {
    return all.stream().filter(each -> each.seconds() >= FIRST_SECOND).toList();
  }

  /** The least squares fit. Requires {@link #isPossible}. */
  static ThroughputFit of(List<Observation> all) {
    List<Observation> used = used(all);
    double ss = 0;
    double s1 = 0;
    double s0 = 0;
    double sy = 0;
    double y = 0;
    for (Observation each : used) {
      double weight = 1 / Math.log(each.seconds());
      double servers = each.servers();
      ss += weight * weight * servers * servers;
      s1 += weight * weight * servers;
      s0 += weight * weight;
      sy += weight * servers * each.rate();
      y += weight * each.rate();
    }
    double determinant = ss * s0 - s1 * s1;
    ThroughputFit fit =
        new ThroughputFit((sy * s0 - y * s1) / determinant, (ss * y - s1 * sy) / determinant, 0);
    return new ThroughputFit(fit.a, fit.b, fit.rSquaredOf(used));
  }

  private double rSquaredOf(List<Observation> all) {
    double mean = all.stream().mapToDouble(Observation::rate).average().orElse(0);
    double left = 0;
    double variance = 0;
    for (Observation each : all) {
      left += square(each.rate() - rate(each.servers(), each.seconds()));
      variance += square(each.rate() - mean);
    }
    return variance == 0 ? 1 : 1 - left / variance;
  }

  private static double square(double value) {
    return value * value;
  }

  void report(Run run, String what) {
    run.figure(Figure.of("a of (aS + b) / ln T, " + what, a, "1/s"));
    run.figure(Figure.of("b of (aS + b) / ln T, " + what, b, "1/s"));
    run.figure(Figure.of("variance that this explains, " + what, rSquared, "ratio"));
  }

  double rate(int servers, double seconds) {
    return (a * servers + b) / Math.log(seconds);
  }

  /** The average rate, in creates/s, until a number of entries exists. */
  double averageRate(int servers, double entries) {
    double low = FIRST_SECOND;
    double high = 2 * FIRST_SECOND;
    while (made(servers, high) < entries) {
      high *= 2;
    }
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (made(servers, middle) < entries) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return entries / high;
  }

  /** The integral of the rate, by Simpson's rule over ln T. */
  private double made(int servers, double seconds) {
    double from = Math.log(FIRST_SECOND);
    double step = (Math.log(seconds) - from) / STEPS;
    double sum = 0;
    for (int i = 0; i <= STEPS; i++) {
      double logarithm = from + i * step;
      double factor = i == 0 || i == STEPS ? 1 : i % 2 == 0 ? 2 : 4;
      sum += factor * Math.exp(logarithm) / logarithm;
    }
    return (a * servers + b) * sum * step / 3;
  }
}
