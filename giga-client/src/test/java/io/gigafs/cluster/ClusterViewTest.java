package io.gigafs.cluster;

import static io.gigafs.cluster.LocalClusterTest.server;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gigafs.cluster.ClusterView.SlotMove;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for cluster views and their parts: slot tables, moves, endpoints and server ids. */
class ClusterViewTest {
  private static final ServerInfo A = server("a", 1);
  private static final ServerInfo B = server("b", 2);

  private final ClusterView view = view(SlotTable.of(0, 1, 1, 0));

  @Test
  void findsTheOwnerOfAPartition() {
    InodeId directory = InodeId.of(3, 16);

    assertThat(view.slotOf(directory, PartitionIndex.ZEROTH)).isEqualTo(3);
    assertThat(view.ownerOf(directory, PartitionIndex.ZEROTH)).isEqualTo(A);
    assertThat(view.ownerOf(directory, new PartitionIndex(2))).isEqualTo(B);
    assertThat(view.ownerOf(2)).isEqualTo(B);
  }

  @Test
  void findsMembersById() {
    assertThat(view.find(new ServerId("b"))).contains(B);
    assertThat(view.find(new ServerId("c"))).isEmpty();
  }

  @Test
  void refusesSlotsOfNonMembers() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> view(SlotTable.of(0, 2)))
        .withMessage("slot 1 belongs to server 2 of 2");
    assertThatIllegalArgumentException().isThrownBy(() -> view(SlotTable.of(-1)));
  }

  @Test
  void findsMovesBySlot() {
    ClusterView moving = moving(List.of(new SlotMove(1, A.id(), 7)));

    assertThat(moving.moveOf(1)).contains(new SlotMove(1, A.id(), 7));
    assertThat(moving.moveOf(0)).isEmpty();
    assertThat(moving.ownerOf(1)).isEqualTo(B);
  }

  @Test
  void refusesInvalidMoves() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> moving(List.of(new SlotMove(1, B.id(), 7))))
        .withMessage("slot 1 cannot move from 'b' to 'b'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> moving(List.of(new SlotMove(1, new ServerId("c"), 7))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> moving(List.of(new SlotMove(4, A.id(), 7))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> moving(List.of(new SlotMove(1, A.id(), 7), new SlotMove(1, A.id(), 8))));
  }

  private ClusterView moving(List<SlotMove> moves) {
    return TestViews.of(
        view.clusterId(), 8, view.settings(), view.servers(), view.slots(), moves, Set.of());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 65_537, 131_072, -2})
  void refusesInvalidSlotCounts(int slots) {
    assertThatIllegalArgumentException().isThrownBy(() -> SlotTable.checkSlots(slots));
  }

  @ParameterizedTest
  @CsvSource({"8, 0", "8, 9"})
  void refusesMoreServersThanSlots(int slots, int servers) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new ClusterFormat(new UUID(0, 1), slots, servers, ClusterSettings.DEFAULTS));
  }

  @Test
  void slotTablesAreImmutable() {
    int[] owners = {0, 1};
    SlotTable table = SlotTable.of(owners);
    owners[0] = 1;
    table.toArray()[1] = 0;

    assertThat(table).isEqualTo(SlotTable.of(0, 1)).hasSameHashCodeAs(SlotTable.of(0, 1));
  }

  @Test
  void refusesASplitThresholdBelowTwo() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ClusterSettings(1))
        .withMessageContaining("split-threshold");
  }

  @ParameterizedTest
  @CsvSource({"host:1, host, 1", "127.0.0.1:65535, 127.0.0.1, 65535", "[::1]:7000, ::1, 7000"})
  void endpointsRoundTripThroughText(String text, String host, int port) {
    assertThat(Endpoint.parse(text)).isEqualTo(new Endpoint(host, port)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "host", ":1", "host:", "host:x", "host:65536", "host:-1"})
  void refusesInvalidEndpoints(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Endpoint.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".a", "-a", "a/b", "a b", "é"})
  void refusesInvalidServerIds(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> new ServerId(text));
  }

  private static ClusterView view(SlotTable slots) {
    return TestViews.of(new UUID(0, 1), 1, ClusterSettings.DEFAULTS, List.of(A, B), slots);
  }
}
