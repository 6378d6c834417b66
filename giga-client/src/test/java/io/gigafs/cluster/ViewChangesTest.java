package io.gigafs.cluster;

import static io.gigafs.cluster.LocalClusterTest.server;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cluster.ClusterView.SlotMove;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests for changes of the servers in a cluster view. */
class ViewChangesTest {
  private static final ServerInfo A = server("a", 1);
  private static final ServerInfo B = server("b", 2);
  private static final ServerInfo C = server("c", 3);
  private static final ServerId STRANGER = new ServerId("x");

  /** Slot 3 is moving from b to c. */
  private static final ClusterView VIEW =
      TestViews.of(
          new UUID(0, 1),
          7,
          ClusterSettings.DEFAULTS,
          List.of(A, B, C),
          SlotTable.of(0, 0, 2, 2),
          List.of(new SlotMove(3, B.id(), 6)),
          Set.of(B.id()));

  @Test
  void moveIsCompletedOnce() {
    ClusterView done = ViewChanges.complete(VIEW, 3, 6);

    assertThat(done.epoch()).isEqualTo(8);
    assertThat(done.moves()).isEmpty();
    assertThat(done.slots()).isEqualTo(VIEW.slots());
    assertThat(ViewChanges.complete(done, 3, 6)).isSameAs(done);
  }

  @Test
  void completionIgnoresOtherMoves() {
    assertThat(ViewChanges.complete(VIEW, 3, 5)).isSameAs(VIEW);
    assertThat(ViewChanges.complete(VIEW, 2, 6)).isSameAs(VIEW);
  }

  @Test
  void memberMayChangeItsEndpoint() {
    ServerInfo moved = server("b", 9);
    ClusterView next = ViewChanges.relocate(VIEW, moved);

    assertThat(next.epoch()).isEqualTo(8);
    assertThat(next.servers()).containsExactly(A, moved, C);
    assertThat(next.moves()).isEqualTo(VIEW.moves());
    assertThat(ViewChanges.relocate(next, moved)).isSameAs(next);
    assertThat(ViewChanges.relocate(VIEW, server("x", 1))).isSameAs(VIEW);
  }

  @Test
  void drainCanBeCancelled() {
    ClusterView draining = ViewChanges.drain(VIEW, A.id());
    assertThat(draining.epoch()).isEqualTo(8);
    assertThat(draining.draining()).containsExactlyInAnyOrder(A.id(), B.id());
    assertThat(ViewChanges.drain(draining, A.id())).isSameAs(draining);

    ClusterView back = ViewChanges.undrain(draining, B.id());
    assertThat(back.epoch()).isEqualTo(9);
    assertThat(back.draining()).containsExactly(A.id());
    assertThat(ViewChanges.undrain(back, B.id())).isSameAs(back);
  }

  @Test
  void lastServerCannotBeDrained() {
    ClusterView draining = ViewChanges.drain(VIEW, A.id());

    assertThatThrownBy(() -> ViewChanges.drain(draining, C.id()))
        .isInstanceOf(MembershipException.class)
        .hasMessage(
            "server 'c' cannot be drained: every other server is draining too, or there is none:"
                + " add a server first, or cancel another drain");
  }

  @Test
  void serverWithSlotsOrMovesCannotBeRemoved() {
    assertThatThrownBy(() -> ViewChanges.remove(VIEW, A.id()))
        .isInstanceOf(MembershipException.class)
        .hasMessage(
            "server 'a' still holds 2 slots: give them away first, with: giga admin drain --wait a");
    assertThatThrownBy(() -> ViewChanges.remove(VIEW, B.id()))
        .isInstanceOf(MembershipException.class)
        .hasMessage(
            "server 'b' is still handing slot 3 over to 'c': wait for it, with: giga admin drain"
                + " --wait b");
  }

  @Test
  void removalRenumbersLaterServers() {
    ClusterView removed = ViewChanges.remove(ViewChanges.complete(VIEW, 3, 6), B.id());

    assertThat(removed.epoch()).isEqualTo(9);
    assertThat(removed.servers()).containsExactly(A, C);
    assertThat(removed.slots()).isEqualTo(SlotTable.of(0, 0, 1, 1));
    assertThat(removed.draining()).isEmpty();
  }

  @Test
  void removalKeepsOtherMoves() {
    ClusterView view =
        TestViews.of(
            VIEW.clusterId(),
            7,
            VIEW.settings(),
            List.of(B, A, C),
            SlotTable.of(1, 1, 2, 2),
            List.of(new SlotMove(1, C.id(), 7)),
            Set.of());

    ClusterView removed = ViewChanges.remove(view, B.id());

    assertThat(removed.moves()).isEqualTo(view.moves());
    assertThat(removed.ownerOf(1)).isEqualTo(A);
  }

  @Test
  void unknownServerErrorListsTheMembers() {
    assertThatThrownBy(() -> ViewChanges.drain(VIEW, STRANGER))
        .isInstanceOf(MembershipException.class)
        .hasMessage("there is no server 'x' in the cluster: its servers are a, b, c");
    assertThatThrownBy(() -> ViewChanges.undrain(VIEW, STRANGER))
        .isInstanceOf(MembershipException.class);
    assertThatThrownBy(() -> ViewChanges.remove(VIEW, STRANGER))
        .isInstanceOf(MembershipException.class);
  }
}
