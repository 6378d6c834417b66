package io.gigafs.cluster;

import static io.gigafs.cluster.LocalClusterTest.server;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gigafs.cluster.ClusterView.SlotMove;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests for planning slots: the first view, new servers and absent servers. */
class SlotPlannerTest {
  private static final ClusterFormat FORMAT = format(new UUID(0, 1), 8);
  private static final ServerInfo A = server("a", 1);
  private static final ServerInfo B = server("b", 2);
  private static final ServerInfo C = server("c", 3);

  private final ClusterView first = SlotPlanner.plan(FORMAT, List.of(B, A), null).orElseThrow();

  @Test
  void firstViewRequiresEnoughServers() {
    assertThat(SlotPlanner.plan(FORMAT, List.of(), null)).isEmpty();
    assertThat(SlotPlanner.plan(FORMAT, List.of(A), null)).isEmpty();
  }

  @Test
  void firstViewAssignsSlotsByServerId() {
    assertThat(first)
        .isEqualTo(
            TestViews.of(
                FORMAT.clusterId(),
                1,
                FORMAT.settings(),
                List.of(A, B),
                SlotTable.interleaved(8, 2)));
  }

  @Test
  void absentServersChangeNothing() {
    assertThat(SlotPlanner.plan(FORMAT, List.of(B), first)).containsSame(first);
    assertThat(SlotPlanner.plan(FORMAT, List.of(), first)).containsSame(first);
    assertThat(SlotPlanner.plan(FORMAT, List.of(A, B), first)).containsSame(first);
  }

  @Test
  void newServersAreAppendedAndReceiveSlots() {
    ServerInfo aardvark = server("Aardvark", 4);

    ClusterView next = SlotPlanner.plan(FORMAT, List.of(A, B, C, aardvark), first).orElseThrow();

    assertThat(next.epoch()).isEqualTo(2);
    assertThat(next.servers()).containsExactly(A, B, aardvark, C);
    assertThat(next.moves())
        .containsExactly(new SlotMove(6, A.id(), 2), new SlotMove(7, B.id(), 2));
    assertThat(next.slots()).isEqualTo(SlotTable.of(0, 1, 0, 1, 0, 1, 2, 3));
  }

  @Test
  void downServerNeitherGivesNorReceivesSlots() {
    ClusterView next = SlotPlanner.plan(FORMAT, List.of(B, C), first).orElseThrow();
    assertThat(next.moves()).containsExactly(new SlotMove(7, B.id(), 2));

    ClusterView alone = SlotPlanner.plan(FORMAT, List.of(C), first).orElseThrow();
    assertThat(alone.servers()).containsExactly(A, B, C);
    assertThat(alone.moves()).isEmpty();
  }

  @Test
  void relocatedServerKeepsItsIndexAndSlots() {
    ServerInfo moved = server("a", 9);

    ClusterView next = SlotPlanner.plan(FORMAT, List.of(moved, B), first).orElseThrow();

    assertThat(next.epoch()).isEqualTo(2);
    assertThat(next.servers()).containsExactly(moved, B);
    assertThat(next.ownerOf(0)).isEqualTo(moved);
  }

  @Test
  void refusesAViewOfAnotherCluster() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SlotPlanner.plan(format(new UUID(0, 2), 8), List.of(A), first));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SlotPlanner.plan(format(new UUID(0, 1), 16), List.of(A), first));
  }

  @Test
  void interleavedTablesAreEven() {
    int[] owned = new int[3];
    Arrays.stream(SlotTable.interleaved(64, 3).toArray()).forEach(owner -> owned[owner]++);

    assertThat(owned).containsExactly(22, 21, 21);
  }

  private static ClusterFormat format(UUID id, int slots) {
    return new ClusterFormat(id, slots, 2, ClusterSettings.DEFAULTS);
  }
}
