package io.gigafs.bench.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests mean and variance of the random draws. */
class DrawsTest {
  private static final int TRIES = 20_000;

  private final Draws draws = new Draws(1);

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 63, 64, 65, 8_001, 70_000})
  void halfIsBinomial(long entries) {
    check(() -> draws.half(entries), entries / 2.0, entries / 4.0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 10, 64, 65, 4_000})
  void binomialHasItsMeanAndVariance(long tries) {
    check(() -> draws.binomial(tries, 0.3), tries * 0.3, tries * 0.3 * 0.7);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 20, 64, 65, 4_000})
  void poissonHasItsMeanAndVariance(double mean) {
    check(() -> draws.poisson(mean), mean, mean);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 10, 8_001})
  void gammaHasItsMeanAndVariance(long shape) {
    check(() -> draws.gamma(shape), (double) shape, (double) shape);
  }

  @Test
  void exponentialHasItsMeanAndVariance() {
    check(draws::exponential, 1, 1);
  }

  private static void check(DoubleSupplier draw, double mean, double variance) {
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < TRIES; i++) {
      double drawn = draw.getAsDouble();
      sum += drawn - mean;
      squares += (drawn - mean) * (drawn - mean);
    }
    assertThat(sum / TRIES).isCloseTo(0, within(5 * Math.sqrt(variance / TRIES)));
    assertThat(squares / TRIES).isCloseTo(variance, within(0.1 * variance + 1e-9));
  }
}
