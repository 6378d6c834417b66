package io.gigafs.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Tests the verdict whether samples of a resource grow. */
class GrowthTest {
  private static final double SLACK = 10;

  private static Growth growth(IntToDoubleFunction samples) {
    List<Double> all = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      all.add(samples.applyAsDouble(i));
    }
    return Growth.of(all, SLACK);
  }

  @Test
  void constantUsageIsNoGrowth() {
    assertThat(growth(i -> 100)).isEqualTo(new Growth(100, 100, false));
    assertThat(growth(i -> 100 + 40 * Math.sin(i)).grows()).isFalse();
    assertThat(growth(i -> 300 - i).grows()).isFalse();
  }

  @Test
  void firstThirdIsIgnored() {
    assertThat(growth(i -> Math.min(i, 99)).grows()).isFalse();
    assertThat(growth(i -> Math.min(i, 199)).grows()).isTrue();
  }

  @Test
  void leakIsGrowth() {
    assertThat(growth(i -> 100 + i).grows()).isTrue();
    assertThat(growth(i -> 100 + i + 40 * Math.sin(i)).grows()).isTrue();
  }

  @Test
  void smallIncreaseIsNoGrowth() {
    assertThat(growth(i -> 5 + i * 0.06).grows()).as("less than the slack").isFalse();
    assertThat(growth(i -> 1000 + i * 0.6).grows()).as("less than a tenth").isFalse();
  }

  @Test
  void tooFewSamplesShowNoGrowth() {
    assertThat(Growth.of(List.of(), SLACK).grows()).isFalse();
    assertThat(Growth.of(Collections.nCopies(2, 7.0), SLACK)).isEqualTo(new Growth(7, 7, false));
  }
}
