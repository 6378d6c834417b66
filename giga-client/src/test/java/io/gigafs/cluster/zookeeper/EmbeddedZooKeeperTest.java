package io.gigafs.cluster.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cluster.MembershipException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for the embedded ZooKeeper: restarts, conflicts, and a complete stop. */
class EmbeddedZooKeeperTest {
  @TempDir Path directory;

  @Test
  void dataSurvivesARestart() {
    int port;
    try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory, 0);
        ZooKeeperConnection connection = connect(zooKeeper)) {
      connection.create("/kept", new byte[] {7}, CreateMode.PERSISTENT);
      port = zooKeeper.port();
    }
    try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory, port);
        ZooKeeperConnection connection = connect(zooKeeper)) {
      assertThat(zooKeeper.port()).isEqualTo(port);
      assertThat(connection.read("/kept").orElseThrow().data()).containsExactly(7);
    }
  }

  @Test
  void refusesAPortInUse() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> EmbeddedZooKeeper.start(directory, taken.getLocalPort()))
          .isInstanceOf(MembershipException.class)
          .hasMessageContaining("port " + taken.getLocalPort() + " of 127.0.0.1 is in use");
    }
  }

  @Test
  void refusesADirectoryInUse() {
    try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory, 0)) {
      assertThat(zooKeeper.port()).isPositive();
      assertThatThrownBy(() -> EmbeddedZooKeeper.start(directory, 0))
          .isInstanceOf(MembershipException.class)
          .hasMessageContaining("another ZooKeeper runs on the directory");
    }
  }

  @Test
  void stopsEverythingOnClose() throws Exception {
    Leaks before = Leaks.now();
    EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory, 0);
    int port = zooKeeper.port();
    zooKeeper.close();

    before.assertNoMore();
    try (ServerSocket again = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(again.isBound()).isTrue();
    }
    try (var left = Files.list(directory)) {
      assertThat(left.map(file -> String.valueOf(file.getFileName())))
          .containsExactlyInAnyOrder("data", "lock");
    }
  }

  @Test
  void refusesFourLetterCommands() throws IOException {
    try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory, 0);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), zooKeeper.port())) {
      socket.getOutputStream().write("envi".getBytes(StandardCharsets.US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
          .contains("not executed because it is not in the whitelist");
    }
  }

  private static ZooKeeperConnection connect(EmbeddedZooKeeper zooKeeper) {
    return ZooKeeperConnection.open(ZooKeeperSettings.of(zooKeeper.address()));
  }
}
