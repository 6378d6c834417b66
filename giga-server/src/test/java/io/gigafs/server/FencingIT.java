package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.zookeeper.ClusterFormatter;
import io.gigafs.cluster.zookeeper.EmbeddedZooKeeper;
import io.gigafs.cluster.zookeeper.ZooKeeperAddress;
import io.gigafs.cluster.zookeeper.ZooKeeperMembership;
import io.gigafs.cluster.zookeeper.ZooKeeperSettings;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.cluster.StatusResult.RegistrationStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server loses its ZooKeeper and gets it back. */
class FencingIT {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path directory;

  /** A ZooKeeper that can be stopped and restarted. */
  private static final class Restartable implements AutoCloseable {
    private final Path data;
    private EmbeddedZooKeeper running;

    Restartable(Path data) {
      this.data = data;
      this.running = EmbeddedZooKeeper.start(data, 0);
    }

    void restart() {
      running = EmbeddedZooKeeper.start(data, running.port());
    }

    void stop() {
      running.close();
    }

    @Override
    public void close() {
      stop();
    }
  }

  @Test
  void lossOfZooKeeperStopsMutationsButNotReads() throws Exception {
    try (Restartable zooKeeper = new Restartable(directory.resolve("zk"))) {
      ZooKeeperAddress address = zooKeeper.running.address();
      ZooKeeperSettings settings =
          new ZooKeeperSettings(
              address, Duration.ofSeconds(2), ZooKeeperSettings.DEFAULT_CONNECT_TIMEOUT);
      ClusterFormatter.format(settings, 8, 1, ClusterSettings.DEFAULTS);
      try (GigaServer server =
              GigaServer.start(
                  ServerSettings.of(
                      new ServerId("s1"), directory.resolve("s1"), new Endpoint("127.0.0.1", 0)),
                  ZooKeeperMembership.open(settings));
          GigaClient client = client(server, LONG);
          GigaClient hasty = client(server, Duration.ofMillis(600))) {
        client.create(path("/before"), 0644, true);
        awaitRegistration(
            client, registration -> registration.isHeld() && registration.leaseFailure().isEmpty());

        zooKeeper.stop();
        awaitRefusal(hasty);
        assertThat(refusal(hasty, "/meanwhile"))
            .hasMessageMatching(
                "/meanwhile: create: server s1 \\(127\\.0\\.0\\.1:\\d+\\) accepts no changes:"
                    + " it has lost ZooKeeper \\("
                    + address.servers().get(0)
                    + "\\) for \\d+ s \\(tried for 600 ms\\): Connection timed out");
        assertThat(client.stat(path("/before")).size()).isZero();
        assertThat(registration(client).isHeld()).isFalse();
        assertThat(registration(client).leaseFailure()).startsWith("it has lost ZooKeeper");

        zooKeeper.restart();
        client.create(path("/after"), 0644, true);
        assertThatThrownBy(() -> client.stat(path("/meanwhile")))
            .hasMessageContaining("No such file");
        awaitRegistration(client, RegistrationStatus::isHeld);
      }
    }
  }

  private static void awaitRefusal(GigaClient client) {
    long deadline = System.nanoTime() + Duration.ofMinutes(5).toNanos();
    for (int i = 0; System.nanoTime() < deadline; i++) {
      try {
        client.create(path("/probe" + i), 0644, true);
      } catch (GigaException e) {
        if (isRefusal(e)) {
          return;
        }
      }
    }
    throw new AssertionError("changes are still taken");
  }

  /** The server's refusal of a create; on a busy machine, calls may time out without an answer. */
  private static GigaException refusal(GigaClient client, String name) {
    long deadline = System.nanoTime() + Duration.ofMinutes(5).toNanos();
    while (true) {
      try {
        client.create(path(name), 0644, true);
        throw new AssertionError(name + " was created");
      } catch (GigaException e) {
        if (isRefusal(e) || System.nanoTime() - deadline > 0) {
          return e;
        }
      }
    }
  }

  private static boolean isRefusal(GigaException e) {
    return String.valueOf(e.getMessage()).contains("accepts no changes");
  }

  private static void awaitRegistration(GigaClient client, Predicate<RegistrationStatus> wanted)
      throws GigaException {
    long deadline = System.nanoTime() + Duration.ofMinutes(5).toNanos();
    RegistrationStatus registration = registration(client);
    while (!wanted.test(registration)) {
      assertThat(System.nanoTime() - deadline)
          .as("ns past the deadline: " + registration)
          .isNegative();
      registration = registration(client);
    }
  }

  private static RegistrationStatus registration(GigaClient client) throws GigaException {
    return client.admin().status(client.clusterView().servers().get(0), false).registration();
  }

  private static GigaClient client(GigaServer server, Duration timeout) throws GigaException {
    return GigaClients.connect(
        ClientSettings.builder(List.of(server.endpoint())).timeout(timeout).build());
  }

  private static GigaPath path(String text) {
    return GigaPath.parse(text);
  }
}
