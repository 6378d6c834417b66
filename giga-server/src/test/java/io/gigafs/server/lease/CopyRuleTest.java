package io.gigafs.server.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Thresholds at which the rule finds a name hot. */
class CopyRuleTest {
  private final CopyRule rule = new CopyRule(1_000);

  @Test
  void ruleIsOffWithoutAThreshold() {
    assertThat(rule.isOn()).isTrue();
    assertThat(new CopyRule(0).isOn()).isFalse();
  }

  @Test
  void quarterOfTheRequestsIsHot() {
    assertThat(rule.isHot(1_000, 4_000)).isTrue();
    assertThat(rule.isHot(999, 4_000)).isFalse();
  }

  @Test
  void quarterOfTheThresholdIsHot() {
    assertThat(rule.isHot(250, 1_000)).isTrue();
    assertThat(rule.isHot(249, 249)).isFalse();
    assertThat(rule.isHot(250, 250)).isTrue();
  }

  @Test
  void hotNamesStayHotFarBelowTheThreshold() {
    assertThat(rule.staysHot(63)).isTrue();
    assertThat(rule.staysHot(62)).isFalse();
  }
}
