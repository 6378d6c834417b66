package io.gigafs.server.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The estimate of create latencies, from samples that the test provides. */
class CreateLatencyTest {
  private static final long MILLI = 1_000_000;

  private final CreateLatency latency = new CreateLatency();

  private void add(int samples, long nanos) {
    for (int i = 0; i < samples; i++) {
      latency.add(nanos);
    }
  }

  @Test
  void firstSamplesYieldToAFasterOne() {
    latency.add(1_000 * MILLI);
    assertThat(latency.nanos()).isEqualTo(1_000 * MILLI);
    assertThat(latency.isSettled()).isFalse();
    add(7, 10 * MILLI);
    assertThat(latency.nanos()).isEqualTo(10 * MILLI);
    assertThat(latency.isSettled()).isTrue();
  }

  @Test
  void twoOutliersDoNotDoubleTheLatency() {
    add(8, 10 * MILLI);
    add(2, 60_000 * MILLI);
    assertThat(latency.nanos()).isBetween(11.0 * MILLI, 20.0 * MILLI);
    add(1, 60_000 * MILLI);
    assertThat(latency.nanos()).isGreaterThan(20 * MILLI);
  }

  @Test
  void latencyFollowsLastingChanges() {
    add(8, MILLI / 10);
    add(60, 1_000 * MILLI);
    assertThat(latency.nanos()).isCloseTo(1_000 * MILLI, within(10.0 * MILLI));
    add(100, MILLI / 10);
    assertThat(latency.nanos()).isLessThan(MILLI / 5);
  }
}
