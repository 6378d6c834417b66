package io.gigafs.cluster.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for ZooKeeper addresses and timeouts. */
class ZooKeeperAddressTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "zk1:2181|zk1:2181/giga",
        "zk1:2181/|zk1:2181/giga",
        "zk1:2181,zk2:2182,[::1]:2183/a/b|zk1:2181,zk2:2182,[::1]:2183/a/b"
      })
  void addressRoundTripsThroughText(String text, String whole) {
    assertThat(ZooKeeperAddress.parse(text)).hasToString(whole);
    assertThat(ZooKeeperAddress.parse(whole)).isEqualTo(ZooKeeperAddress.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "zk",
        "zk:",
        "zk:x",
        "zk:1,",
        "zk:70000",
        "/giga",
        "zk:1//a",
        "zk:1/a/",
        "zk:1/a/../b",
        "zk:1/a b"
      })
  void invalidAddressErrorNamesTheSetting(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ZooKeeperAddress.parse(text))
        .withMessage("--zk is HOST:PORT[,HOST:PORT...][/CHROOT], not '" + text + "'");
  }

  @Test
  void timeoutsHaveBounds() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new ZooKeeperSettings(
                    ZooKeeperAddress.parse("zk:1"), Duration.ZERO, Duration.ofSeconds(1)))
        .withMessageStartingWith("zk-session-timeout is 100 ms to 10 min");
  }
}
