package io.gigafs.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.SelectStrategy;
import org.junit.jupiter.api.Test;

/** Tests for busy polling of an event loop, on a clock that the test sets. */
final class BusyPollingTest {
  private static final long NANOS = 50_000;

  private long now = Long.MAX_VALUE - NANOS; // the clock may wrap
  private int events;
  private int looks;
  private final BusyPolling polling = new BusyPolling(NANOS, () -> now);

  private int next(boolean hasTasks) throws Exception {
    return polling.calculateStrategy(
        () -> {
          looks++;
          return events;
        },
        hasTasks);
  }

  @Test
  void pollsUntilThePeriodIsOver() throws Exception {
    assertThat(next(false)).isEqualTo(SelectStrategy.CONTINUE);
    now += NANOS - 1;
    assertThat(next(false)).isEqualTo(SelectStrategy.CONTINUE);
    now++;
    assertThat(next(false)).isEqualTo(SelectStrategy.SELECT);
    assertThat(looks).isEqualTo(3);
  }

  @Test
  void eventsAndSleepsRestartThePeriod() throws Exception {
    assertThat(next(false)).isEqualTo(SelectStrategy.CONTINUE);
    now += NANOS - 1;
    events = 2;
    assertThat(next(false)).isEqualTo(2);
    events = 0;
    now += NANOS - 1;
    assertThat(next(false)).isEqualTo(SelectStrategy.CONTINUE);
    now++;
    assertThat(next(false)).isEqualTo(SelectStrategy.SELECT);
    now += 10 * NANOS;
    assertThat(next(false)).isEqualTo(SelectStrategy.CONTINUE);
  }

  @Test
  void neverSleepsWhileThereAreTasks() throws Exception {
    now += 10 * NANOS;
    for (int i = 0; i < 3; i++) {
      assertThat(next(true)).isZero();
      now += NANOS;
    }
    assertThat(next(false)).isEqualTo(SelectStrategy.SELECT);
  }
}
