package io.gigafs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.connect.GigaClients;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.TestViews;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests for connecting to the cluster through its contacts, and for requests to single servers. */
final class ConnectTest extends ClientTestBase {
  @Test
  void connectsThroughAnyLiveContact() throws GigaException {
    cluster.servers.get(0).up = false;
    cluster.servers.get(1).up = false;
    client = cluster.client();
    assertThat(await(client.clusterView()).epoch()).isEqualTo(1);
  }

  @Test
  void retriesAContactThatIsNotReady() throws GigaException {
    long ready = cluster.time().nanos() + Duration.ofSeconds(3).toNanos();
    cluster.interceptor =
        (server, request) -> cluster.time().nanos() < ready ? new Answer.Retry<>(100) : null;
    client = cluster.client();
    assertThat(await(client.clusterView()).epoch()).isEqualTo(1);
  }

  @Test
  void failureListsEachContactWithItsError() {
    cluster.servers.get(0).up = false;
    cluster.interceptor =
        (server, request) ->
            server.info().id().value().equals("s2")
                ? new Answer.Failed<>(ErrorCode.EPROTO, "speaks another version")
                : new Answer.Retry<>(100);
    ClientSettings settings = ClientSettings.of(cluster.settings().contacts().subList(0, 3));
    long begin = cluster.time().nanos();
    assertFails(cluster.open(settings))
        .hasMessage(
            "no server of the cluster answers:"
                + " host0:7000: connection refused: Input/output error;"
                + " host1:7001: not ready to serve;"
                + " host2:7002: speaks another version: Input/output error");
    assertThat(cluster.time().nanos() - begin).isLessThanOrEqualTo(settings.timeout().toNanos());
  }

  @Test
  void silentContactLeavesTimeForOthers() throws GigaException {
    cluster.lossPerMille = 1_000;
    cluster.time().afterMicros(12_000_000, () -> cluster.lossPerMille = 0);
    client = cluster.client();
    assertThat(await(client.clusterView()).epoch()).isEqualTo(1);
  }

  @Test
  void staleServerDoesNotRevertTheView() throws GigaException {
    ClusterView older = cluster.view();
    ClusterView newer =
        TestViews.of(
            older.clusterId(), older.epoch() + 1, older.settings(), older.servers(), older.slots());
    cluster.servers.forEach(server -> server.view = newer);
    assertThat(await(client.clusterView())).isEqualTo(newer);
    cluster.servers.forEach(server -> server.view = older);
    assertThat(await(client.clusterView())).isEqualTo(newer);
  }

  @Test
  void statFsAddsUpAllServers() throws GigaException {
    assertThat(await(client.statFs())).isEqualTo(new ClusterSpace(4, 400, 200, 12, 40, List.of()));
    cluster.servers.get(2).up = false;
    assertFails(client.statFs()).hasMessageStartingWith("statfs: server host2:7002 did not");
  }

  @Test
  void statusIsReadFromTheGivenServer() throws GigaException {
    assertThat(await(client.admin().status(cluster.servers.get(3).info(), false)).server().value())
        .isEqualTo("s3");
  }

  @Test
  void refusedConnectionIsReportedInOneLine() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    ClientSettings settings =
        ClientSettings.builder(List.of(new Endpoint("127.0.0.1", port)))
            .timeout(Duration.ofSeconds(5))
            .build();
    assertThatThrownBy(() -> GigaClients.connect(settings))
        .isInstanceOf(GigaException.class)
        .hasMessageContaining("no server of the cluster answers: ")
        .hasMessageContaining("127.0.0.1:" + port)
        .hasMessageEndingWith("Input/output error")
        .message()
        .doesNotContain("\n");
  }
}
