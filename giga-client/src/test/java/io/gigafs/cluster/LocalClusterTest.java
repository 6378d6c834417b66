package io.gigafs.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cluster.ClusterView.SlotMove;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests for the cluster membership in memory that other tests use. */
class LocalClusterTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final UUID STORE = new UUID(0, 7);
  private static final ServerId B = new ServerId("b");

  private final LocalCluster cluster = LocalCluster.of(8, 2);

  @Test
  void serversWaitForEachOther() {
    try (Membership a = cluster.membership();
        Membership b = cluster.membership()) {
      var joining = CompletableFuture.supplyAsync(() -> a.join(server("a", 1), STORE, LONG));
      ClusterView seen = b.join(server("b", 2), new UUID(0, 8), LONG);

      assertThat(joining.join()).isEqualTo(seen);
      assertThat(seen.servers()).containsExactly(server("a", 1), server("b", 2));
      assertThat(a.view()).isEqualTo(seen);
    }
  }

  @Test
  void oneThreadRunsAClusterOfExpectedServers() {
    Queue<Runnable> scheduled = new ArrayDeque<>();
    cluster.expect(server("a", 1), server("b", 2));
    try (Membership a = cluster.membership(scheduled::add);
        Membership c = cluster.membership(scheduled::add)) {
      List<Long> heard = new ArrayList<>();
      a.join(server("a", 1), STORE, Duration.ZERO);
      a.listen(view -> heard.add(view.epoch()));
      c.join(server("c", 3), new UUID(0, 9), Duration.ZERO);

      assertThat(a.view().epoch()).isEqualTo(1);
      for (Runnable next = scheduled.poll(); next != null; next = scheduled.poll()) {
        next.run();
      }
      assertThat(a.view()).isEqualTo(c.view());
      assertThat(heard).endsWith(2L).isSorted();
    }
  }

  @Test
  void refusesAnIdInUseAndAnUnknownStore() {
    cluster.expect(server("b", 2));
    try (Membership a = cluster.membership()) {
      a.join(server("a", 1), STORE, LONG);
      assertThatThrownBy(() -> cluster.membership(Runnable::run).join(server("a", 3), STORE, LONG))
          .isInstanceOf(MembershipException.class)
          .hasMessageContaining("in use by a running server at localhost:1");
    }
    assertThatThrownBy(
            () -> cluster.membership(Runnable::run).join(server("a", 1), new UUID(0, 1), LONG))
        .isInstanceOf(MembershipException.class)
        .hasMessageContaining("belongs to the store " + STORE);
    try (Membership again = cluster.membership()) {
      assertThat(again.join(server("a", 4), STORE, LONG).epoch()).isEqualTo(2);
    }
  }

  @Test
  void joinReportsTheNumberOfMissingServers() {
    try (Membership a = cluster.membership()) {
      assertThatThrownBy(() -> a.join(server("a", 1), STORE, Duration.ofMillis(20)))
          .isInstanceOf(MembershipException.class)
          .hasMessageContaining("1 of the 2 servers");
    }
  }

  @Test
  void serverIsDrainedStoppedAndRemoved() {
    cluster.expect(server("a", 1), server("b", 2));
    try (Membership a = cluster.membership(Runnable::run)) {
      a.join(server("a", 1), STORE, LONG);
      try (Membership b = cluster.membership(Runnable::run)) {
        b.join(server("b", 2), new UUID(0, 8), LONG);
        a.update(view -> ViewChanges.drain(view, B), LONG);
        while (!cluster.view().orElseThrow().moves().isEmpty()) {
          SlotMove move = cluster.view().orElseThrow().moves().get(0);
          a.update(view -> ViewChanges.complete(view, move.slot(), move.since()), LONG);
        }
        assertThatThrownBy(() -> a.remove(B, LONG))
            .isInstanceOf(MembershipException.class)
            .hasMessageContaining("server 'b' is running");
      }
      assertThat(a.present()).containsExactly(new ServerId("a"));
      a.remove(B, LONG);

      assertThat(a.view().servers()).containsExactly(server("a", 1));
      assertThat(cluster.membership(Runnable::run).join(server("b", 5), new UUID(0, 9), LONG))
          .satisfies(view -> assertThat(view.moves()).hasSize(1));
    }
  }

  static ServerInfo server(String id, int port) {
    return new ServerInfo(new ServerId(id), new Endpoint("localhost", port));
  }
}
