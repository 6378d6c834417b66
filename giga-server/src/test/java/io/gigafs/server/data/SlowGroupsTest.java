package io.gigafs.server.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Detection of slow groups, by latencies in ms that the test provides. */
class SlowGroupsTest {
  private final SlowGroups groups = new SlowGroups();

  private void update(double a, double b, double c) {
    groups.update(Map.of("a", a * 1e6, "b", b * 1e6, "c", c * 1e6));
  }

  @Test
  void groupsTurnSlowAtTwiceTheMedianAndFastBelowOneAndAHalf() {
    update(10, 10, 19);
    assertThat(groups.factor("c")).isEqualTo(1);
    update(10, 10, 25);
    assertThat(groups.factor("c")).isCloseTo(0.4, within(1e-9));
    update(10, 10, 16);
    assertThat(groups.factor("c")).isCloseTo(1 / 1.6, within(1e-9));
    update(10, 10, 14);
    assertThat(groups.factor("c")).isEqualTo(1);
    update(10, 10, 16);
    assertThat(groups.factor("c")).isEqualTo(1);
    assertThat(groups.factor("a")).isEqualTo(1);
  }

  @Test
  void slowGroupsLoseAtMostSevenEighths() {
    update(10, 10, 100_000);
    assertThat(groups.factor("c")).isEqualTo(1.0 / 8);
  }

  @Test
  void equallySlowGroupsAreNotSlow() {
    update(900, 1_000, 1_100);
    assertThat(groups.factor("a")).isEqualTo(1);
    assertThat(groups.factor("c")).isEqualTo(1);
  }

  @Test
  void fasterOfTwoGroupsIsTheReference() {
    groups.update(Map.of("a", 40e6, "b", 10e6));
    assertThat(groups.factor("a")).isCloseTo(0.25, within(1e-9));
    assertThat(groups.factor("b")).isEqualTo(1);
  }

  @Test
  void fractionsOfAMillisecondAreEqual() {
    update(0.01, 0.02, 1.9);
    assertThat(groups.factor("c")).isEqualTo(1);
    update(0.01, 0.02, 4);
    assertThat(groups.factor("c")).isCloseTo(0.25, within(1e-9));
  }

  @Test
  void removedGroupsAreForgotten() {
    update(10, 10, 100);
    groups.update(Map.of("a", 10e6, "b", 10e6));
    assertThat(groups.factor("c")).isEqualTo(1);
    groups.update(Map.of());
    assertThat(groups.factor("a")).isEqualTo(1);
  }
}
