package io.gigafs.cluster.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.MembershipException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for formatting a cluster in an embedded ZooKeeper. */
class ClusterFormatterTest {
  private static EmbeddedZooKeeper zooKeeper;

  @BeforeAll
  static void start(@TempDir Path directory) {
    zooKeeper = EmbeddedZooKeeper.start(directory, 0);
  }

  @AfterAll
  static void stop() {
    zooKeeper.close();
  }

  @Test
  void formatsOnce() {
    ZooKeeperSettings settings = at("/once");
    ClusterFormat format = ClusterFormatter.format(settings, 128, 3, new ClusterSettings(500));

    assertThat(ClusterFormatter.read(settings)).isEqualTo(format);
    assertThatThrownBy(() -> ClusterFormatter.format(settings, 64, 1, ClusterSettings.DEFAULTS))
        .isInstanceOf(MembershipException.class)
        .hasMessageContaining(format.clusterId().toString())
        .hasMessageContaining("give --zk another chroot")
        .hasMessageNotContainingAny("\n");
    assertThat(ClusterFormatter.read(settings)).isEqualTo(format);
  }

  @Test
  void eachChrootHoldsItsOwnCluster() {
    ClusterFormat one = ClusterFormatter.format(at("/a/one"), 64, 1, ClusterSettings.DEFAULTS);
    ClusterFormat two = ClusterFormatter.format(at("/a/two"), 64, 1, ClusterSettings.DEFAULTS);

    assertThat(one.clusterId()).isNotEqualTo(two.clusterId());
  }

  @Test
  void missingClusterIsReported() {
    assertThatThrownBy(() -> ClusterFormatter.read(at("/none")))
        .isInstanceOf(MembershipException.class)
        .hasMessageContaining("there is no cluster at 127.0.0.1:" + zooKeeper.port() + "/none")
        .hasMessageContaining("giga format --zk");
  }

  @Test
  void refusesInvalidNumbersBeforeConnecting() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClusterFormatter.format(at("/odd"), 63, 1, ClusterSettings.DEFAULTS))
        .withMessageContaining("slots is a power of two");
  }

  @Test
  void unreachableZooKeeperIsReportedInTime() throws Exception {
    Leaks before = Leaks.now();
    int port = freePort();
    assertThatThrownBy(
            () ->
                ClusterFormatter.read(
                    new ZooKeeperSettings(
                        ZooKeeperAddress.parse("127.0.0.1:" + port),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(1))))
        .isInstanceOf(MembershipException.class)
        .hasMessageContaining("no ZooKeeper answers at 127.0.0.1:" + port)
        .hasMessageContaining("--zk");

    before.assertNoMore();
  }

  private static ZooKeeperSettings at(String chroot) {
    return ZooKeeperSettings.of(ZooKeeperAddress.parse("127.0.0.1:" + zooKeeper.port() + chroot));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
