package io.gigafs.server.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ClusterView.SlotMove;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.TestViews;
import io.gigafs.rpc.Clock;
import io.gigafs.server.partition.SlotState;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A server adopts a new view only if the change of its slots is legal. */
class CurrentViewTest {
  private static final ServerInfo A = new ServerInfo(new ServerId("a"), new Endpoint("a", 1));
  private static final ServerInfo B = new ServerInfo(new ServerId("b"), new Endpoint("b", 1));

  private final CurrentView current =
      new CurrentView(A.id(), view(1, SlotTable.of(0, 0, 1, 1)), Clock.system());

  private static ClusterView view(long epoch, SlotTable slots, SlotMove... moves) {
    return TestViews.of(
        new UUID(0, 1),
        epoch,
        ClusterSettings.DEFAULTS,
        List.of(A, B),
        slots,
        List.of(moves),
        Set.of());
  }

  @Test
  void slotTakenWithoutAMoveIsKept() {
    current.adopt(view(9, SlotTable.of(0, 1, 1, 1)));
    assertThat(current.get().epoch()).isEqualTo(1);
    assertThat(current.state(1)).isEqualTo(SlotState.HELD);
    assertThat(current.objection(view(9, SlotTable.of(0, 1, 1, 1))))
        .isEqualTo(
            "it takes slot 1 away from server 'a', which has what belongs to it, without a move");
  }

  @Test
  void refusalIsReportedUntilTheViewIsCorrect() {
    assertThat(current.refusal()).isNull();
    current.objection(view(9, SlotTable.of(0, 1, 1, 1)));
    CurrentView.Refusal refusal = Objects.requireNonNull(current.refusal());
    assertThat(refusal.objection()).contains("takes slot 1 away from server 'a'");
    assertThat(refusal.sinceMillis()).isPositive();
    current.objection(null);
    assertThat(current.refusal())
        .extracting(CurrentView.Refusal::sinceMillis)
        .isEqualTo(refusal.sinceMillis());
    current.objection(view(1, SlotTable.of(0, 0, 1, 1)));
    assertThat(current.refusal()).isNull();
  }

  @Test
  void moveCannotEndBeforeThisServerBeganIt() {
    current.adopt(view(2, SlotTable.of(0, 1, 1, 1), new SlotMove(1, A.id(), 2)));
    assertThat(current.state(1)).isEqualTo(SlotState.GIVING);
    current.adopt(view(3, SlotTable.of(0, 1, 1, 1)));
    assertThat(current.get().epoch()).isEqualTo(2);

    assertThat(current.leave(1, 2)).isTrue();
    current.adopt(view(3, SlotTable.of(0, 1, 1, 1)));
    assertThat(current.get().epoch()).isEqualTo(3);
    assertThat(current.state(1)).isEqualTo(SlotState.ABSENT);
  }

  @Test
  void movesBetweenOtherServersMayBeSkipped() {
    current.adopt(view(9, SlotTable.of(0, 0, 0, 1), new SlotMove(2, B.id(), 5)));
    assertThat(current.get().epoch()).isEqualTo(9);
    assertThat(current.objection(null))
        .isEqualTo("it is gone, and this server knows that of epoch 9");
    assertThat(current.objection(view(8, SlotTable.of(0, 0, 0, 1)))).startsWith("it is older");
  }
}
