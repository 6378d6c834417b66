package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotPlanner;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.cluster.ClusterChangeRequest.Kind;
import io.gigafs.protocol.cluster.StatusResult.RegistrationStatus;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests operator changes of a cluster of real servers and the status of its servers. */
class ClusterChangeTest {
  private static final ServerId S0 = new ServerId("s0");
  private static final ServerId S1 = new ServerId("s1");
  private static final ServerId S2 = new ServerId("s2");

  @TempDir Path directory;

  @Test
  void anyServerAcceptsClusterChanges() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 2, 8, 1_000)) {
      GigaClient client = cluster.client();
      assertThat(client.admin().changeCluster(Kind.DRAIN, S1).draining()).containsExactly(S1);
      assertThat(cluster.client().clusterView().draining()).containsExactly(S1);
      assertThatThrownBy(() -> client.admin().changeCluster(Kind.DRAIN, S0))
          .hasMessageStartingWith("drain s0: server 's0' cannot be drained");
      assertThat(client.admin().changeCluster(Kind.UNDRAIN, S1).draining()).isEmpty();
    }
  }

  @Test
  void runningOrOwningServerIsNotRemoved() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 2, 8, 1_000)) {
      GigaClient client = cluster.client();
      assertThatThrownBy(() -> client.admin().changeCluster(Kind.REMOVE, S1))
          .hasMessageContaining("server 's1' is running");
      cluster.stop(1);
      assertThatThrownBy(() -> client.admin().changeCluster(Kind.REMOVE, S1))
          .hasMessageContaining("server 's1' still holds 4 slots");
    }
  }

  @Test
  void drainedServerCanBeStoppedAndRemoved() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 3, 8, 20)) {
      GigaClient client = cluster.client();
      client.makeDirectory(GigaPath.parse("/d"), 0755);
      for (int i = 0; i < 300; i++) {
        client.create(GigaPath.parse("/d/f" + i), 0644, true);
      }
      client.admin().changeCluster(Kind.DRAIN, S1);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
      // The server that answers may not know of the drain yet.
      ClusterView drained = client.clusterView();
      while (drained.slotsOf(S1) > 0 || SlotPlanner.slotsToMove(drained) > 0) {
        assertThat(System.nanoTime() - deadline).as("ns past the deadline").isNegative();
        Thread.sleep(20);
        drained = client.clusterView();
      }
      cluster.stop(1);

      ClusterView view = client.admin().changeCluster(Kind.REMOVE, S1);

      assertThat(view.servers()).extracting(ServerInfo::id).containsExactly(S0, S2);
      assertThat(client.stat(GigaPath.parse("/d")).size()).isEqualTo(300);
      assertThat(client.stat(GigaPath.parse("/d/f299")).size()).isZero();
      client.create(GigaPath.parse("/d/more"), 0644, true);
    }
  }

  @Test
  void onlyTheSuperuserChangesTheCluster() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 2, 8, 1_000)) {
      GigaClient alice = cluster.client().as(new Caller(1000, 100));
      for (Kind kind : Kind.values()) {
        assertThatThrownBy(() -> alice.admin().changeCluster(kind, S1))
            .hasMessageContaining("only the superuser may change the cluster");
      }
    }
  }

  @Test
  void statusShowsTheServerRegistration() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 1, 8, 1_000)) {
      GigaClient client = cluster.client();
      ServerInfo server = client.clusterView().servers().get(0);
      RegistrationStatus registration = client.admin().status(server, false).registration();
      assertThat(registration.isHeld()).isTrue();
      assertThat(registration.leaseFailure()).isEmpty();
      cluster.stop(0);
      assertThatThrownBy(() -> client.admin().status(server, false))
          .hasMessageContaining("status of s0: ")
          .hasMessageContaining(server.endpoint().toString());
    }
  }
}
