package io.gigafs.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests for the exponential backoff with random delays. */
final class BackoffTest {
  @Test
  void delayStaysBelowABoundThatDoublesUpToTheCap() {
    for (int seed = 0; seed < 1000; seed++) {
      Backoff backoff = new Backoff(10, 100, new SplittableRandom(seed));
      for (long bound : new long[] {10, 20, 40, 80, 100, 100, 100}) {
        assertThat(backoff.nextMillis()).isBetween(1L, bound);
      }
      backoff.reset();
      assertThat(backoff.nextMillis()).isBetween(1L, 10L);
    }
  }

  @Test
  void delaysAreDeterministicPerSeed() {
    assertThat(delays(1)).isEqualTo(delays(1)).isNotEqualTo(delays(2));
  }

  private static List<Long> delays(long seed) {
    Backoff backoff = new Backoff(1000, 100_000, new SplittableRandom(seed));
    return Stream.generate(backoff::nextMillis).limit(10).toList();
  }

  @Test
  void refusesInvalidBounds() {
    SplittableRandom random = new SplittableRandom(1);
    assertThatThrownBy(() -> new Backoff(0, 1, random))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Backoff(2, 1, random))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
