package io.gigafs.server.partition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests {@link PartitionHeat} with counted requests and a clock that the test moves. */
class PartitionHeatTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MARK = 100;
  private static final long HOT = 3 * SECOND;

  private final PartitionHeat heat = new PartitionHeat();
  private long now = 17;

  private void second(int requests) {
    pass(SECOND, requests);
  }

  private void pass(long nanos, int requests) {
    heat.count(1, requests / 2);
    heat.count(2, requests - requests / 2);
    now += nanos;
    heat.measure(now, nanos, MARK);
  }

  @Test
  void rateIsAnAverageWithHalfWeightForTheLastSecond() {
    second(800);
    assertThat(heat.perSecond()).isEqualTo(400);
    second(800);
    assertThat(heat.perSecond()).isEqualTo(600);
    second(0);
    assertThat(heat.perSecond()).isEqualTo(300);
  }

  @Test
  void rateUsesTheElapsedTime() {
    for (int i = 0; i < 20; i++) {
      pass(4 * SECOND, 4 * 500);
    }
    assertThat(heat.perSecond()).isBetween(498L, 500L);
  }

  @Test
  void isHotOnlyAfterSomeSecondsAboveTheThreshold() {
    second(400);
    second(400);
    second(400);
    assertThat(heat.isHotFor(HOT, now)).isFalse();
    second(400);
    assertThat(heat.isHotFor(HOT, now)).isTrue();
  }

  @Test
  void secondBelowTheThresholdRestartsTheInterval() {
    for (int i = 0; i < 10; i++) {
      second(150);
    }
    assertThat(heat.isHotFor(HOT, now)).isTrue();
    second(10);
    assertThat(heat.isHotFor(HOT, now)).isFalse();
    second(400);
    second(400);
    second(400);
    assertThat(heat.isHotFor(HOT, now)).isFalse();
  }

  @Test
  void lightLoadIsNeverHot() {
    for (int i = 0; i < 100; i++) {
      second((int) MARK - 1);
    }
    assertThat(heat.isHotFor(0, now)).isFalse();
  }

  @Test
  void singleClientDoesNotMakeAPartitionHot() {
    for (int i = 0; i < 10; i++) {
      heat.count(1, 10_000);
      heat.count(i < 5 ? 1 : 2, 1);
      heat.count(1, 10_000);
      now += SECOND;
      heat.measure(now, SECOND, MARK);
      assertThat(heat.isHotFor(0, now)).isFalse();
    }
  }

  @Test
  void shortBurstDoesNotMakeAPartitionHot() {
    second(550);
    for (int i = 0; i < 10; i++) {
      second(0);
      assertThat(heat.isHotFor(HOT, now)).isFalse();
    }
  }

  @Test
  void sameIntervalIsHotOnlyOnce() {
    for (int i = 0; i < 10; i++) {
      second(400);
    }
    heat.startAnew(now);
    assertThat(heat.isHotFor(HOT, now)).isFalse();
    second(400);
    second(400);
    assertThat(heat.isHotFor(HOT, now)).isFalse();
    second(400);
    assertThat(heat.isHotFor(HOT, now)).isTrue();
  }
}
