package io.gigafs.bench.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gigafs.bench.scaling.ThroughputFit.Observation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the fit of the throughput model with rates computed from known coefficients. */
class ThroughputFitTest {
  private static List<Observation> observe(int... sizes) {
    List<Observation> observations = new ArrayList<>();
    for (int servers : sizes) {
      for (double seconds = 1; seconds < 1_000; seconds *= 1.5) {
        observations.add(
            new Observation(servers, seconds, (3_000 * servers + 500) / Math.log(seconds)));
      }
    }
    return observations;
  }

  @Test
  void fitRecoversTheCoefficients() {
    ThroughputFit fit = ThroughputFit.of(observe(1, 8, 64));

    assertThat(fit.a()).isCloseTo(3_000, within(1e-6));
    assertThat(fit.b()).isCloseTo(500, within(1e-4));
    assertThat(fit.rSquared()).isCloseTo(1, within(1e-9));
    assertThat(fit.rate(16, Math.E)).isCloseTo(48_500, within(1e-3));
  }

  @Test
  void fitNeedsTwoClusterSizes() {
    assertThat(ThroughputFit.isPossible(observe(8))).isFalse();
    assertThat(ThroughputFit.isPossible(observe(8, 9))).isTrue();
  }

  /** At a rate of 1/ln T, about T/ln T files exist at T: li(10^6) - li(2) is 78,626.5. */
  @Test
  void averageRateIntegratesTheFit() {
    ThroughputFit fit = new ThroughputFit(1, 0, 1);

    assertThat(fit.averageRate(1, 78_626.5)).isCloseTo(0.0786265, within(1e-6));
  }
}
