package io.gigafs.cluster;

import static io.gigafs.cluster.LocalClusterTest.server;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotPlannerTest {
  private static final ClusterFormat FORMAT = format(new UUID(0, 1), 8);
  private static final ServerInfo A = server("a", 1);
  private static final ServerInfo B = server("b", 2);
  private static final ServerInfo C = server("c", 3);

  private final ClusterView first = SlotPlanner.plan(FORMAT, List.of(B, A), null).orElseThrow();

  @Test
  void thereIsNoViewUntilEnoughServersArePresent() {
    assertThat(SlotPlanner.plan(FORMAT, List.of(), null)).isEmpty();
    assertThat(SlotPlanner.plan(FORMAT, List.of(A), null)).isEmpty();
  }

  @Test
  void theFirstViewDealsTheSlotsToTheServersInOrderOfId() {
    assertThat(first)
        .isEqualTo(
            new ClusterView(
                FORMAT.clusterId(),
                1,
                FORMAT.settings(),
                List.of(A, B),
                SlotTable.interleaved(8, 2)));
  }

  @Test
  void absenceChangesNothing() {
    assertThat(SlotPlanner.plan(FORMAT, List.of(B), first)).containsSame(first);
    assertThat(SlotPlanner.plan(FORMAT, List.of(), first)).containsSame(first);
    assertThat(SlotPlanner.plan(FORMAT, List.of(A, B), first)).containsSame(first);
  }

  @Test
  void aNewcomerIsAppendedWithoutSlots() {
    ServerInfo aardvark = server("Aardvark", 4);

    ClusterView next = SlotPlanner.plan(FORMAT, List.of(C, aardvark), first).orElseThrow();

    assertThat(next.epoch()).isEqualTo(2);
    assertThat(next.servers()).containsExactly(A, B, aardvark, C);
    assertThat(next.slots()).isEqualTo(first.slots());
  }

  @Test
  void aServerThatMovedKeepsItsPlaceAndSlots() {
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

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void slotsNeverMoveAndServersNeverVanishWhateverComesAndGoes(long seed) {
    Random random = new Random(seed);
    ClusterView view = first;
    for (int step = 0; step < 200; step++) {
      Map<String, ServerInfo> present = new HashMap<>();
      for (int i = random.nextInt(6); i > 0; i--) {
        String id = String.valueOf((char) ('a' + random.nextInt(12)));
        present.put(id, server(id, 1 + random.nextInt(2)));
      }
      List<ServerInfo> shuffled = new ArrayList<>(present.values());
      Collections.shuffle(shuffled, random);
      ClusterView next = SlotPlanner.plan(FORMAT, shuffled, view).orElseThrow();

      assertThat(next.epoch()).isEqualTo(view.epoch() + (next.equals(view) ? 0 : 1));
      assertThat(next.slots()).isEqualTo(first.slots());
      assertThat(next.servers()).containsAll(shuffled);
      assertThat(ids(next).subList(0, view.servers().size())).isEqualTo(ids(view));
      assertThat(ids(next)).doesNotHaveDuplicates();
      assertThat(SlotPlanner.plan(FORMAT, shuffled, next)).containsSame(next);
      view = next;
    }
  }

  @Test
  void interleavedTablesAreEven() {
    int[] owned = new int[3];
    Arrays.stream(SlotTable.interleaved(64, 3).toArray()).forEach(owner -> owned[owner]++);

    assertThat(owned).containsExactly(22, 21, 21);
  }

  private static List<ServerId> ids(ClusterView view) {
    return view.servers().stream().map(ServerInfo::id).toList();
  }

  private static ClusterFormat format(UUID id, int slots) {
    return new ClusterFormat(id, slots, 2, ClusterSettings.DEFAULTS);
  }
}
