package io.gigafs.cluster;

import io.gigafs.cluster.ClusterView.SlotMove;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Views for tests that need only some of their components. */
public final class TestViews {
  private TestViews() {}

  /** A view without moves, draining servers and volumes. */
  public static ClusterView of(
      UUID clusterId,
      long epoch,
      ClusterSettings settings,
      List<ServerInfo> servers,
      SlotTable slots) {
    return of(clusterId, epoch, settings, servers, slots, List.of(), Set.of());
  }

  /** A view without volumes. */
  public static ClusterView of(
      UUID clusterId,
      long epoch,
      ClusterSettings settings,
      List<ServerInfo> servers,
      SlotTable slots,
      List<SlotMove> moves,
      Set<ServerId> draining) {
    return new ClusterView(
        clusterId, epoch, settings, servers, slots, moves, draining, List.of(), 1);
  }
}
