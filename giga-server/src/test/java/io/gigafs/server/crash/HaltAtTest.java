package io.gigafs.server.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The hidden system property that halts a process at a crash point. */
class HaltAtTest {
  private final AtomicInteger ends = new AtomicInteger();

  private CrashPoints parse(String text) {
    return HaltAt.parse(text, ends::incrementAndGet);
  }

  @Test
  void missingPropertyHasNoEffect() {
    assertThat(HaltAt.parse(null, ends::incrementAndGet)).isSameAs(CrashPoints.NONE);
  }

  @Test
  void processHaltsAtThePoint() {
    CrashPoints points = parse("SPLIT_INGESTED");
    points.reached(CrashPoint.SPLIT_EXTRACTED);
    assertThat(ends).hasValue(0);
    points.reached(CrashPoint.SPLIT_INGESTED);
    assertThat(ends).hasValue(1);
  }

  @Test
  void processHaltsAtTheNthTime() {
    CrashPoints points = parse("RMDIR_FROZEN:3");
    points.reached(CrashPoint.RMDIR_FROZEN);
    points.reached(CrashPoint.RMDIR_FROZEN);
    assertThat(ends).hasValue(0);
    points.reached(CrashPoint.RMDIR_FROZEN);
    assertThat(ends).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "NOWHERE", "RMDIR_FROZEN:", "RMDIR_FROZEN:x", "RMDIR_FROZEN:0"})
  void invalidPointsAreRejected(String text) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("giga.crash.at is NAME or NAME:n");
  }
}
