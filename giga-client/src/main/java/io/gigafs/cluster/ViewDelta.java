package io.gigafs.cluster;

import io.gigafs.cluster.ClusterView.SlotMove;
import java.util.List;
import java.util.Set;

/**
 * Builder of a view's successor, and the only way to derive one view from another. Starts as a
 * copy; components that are not set stay unchanged. Not thread-safe.
 */
final class ViewDelta {
  private final ClusterView from;
  private List<ServerInfo> servers;
  private SlotTable slots;
  private List<SlotMove> moves;
  private Set<ServerId> draining;
  private List<VolumeInfo> volumes;
  private int nextVolume;

  ViewDelta(ClusterView from) {
    this.from = from;
    this.servers = from.servers();
    this.slots = from.slots();
    this.moves = from.moves();
    this.draining = from.draining();
    this.volumes = from.volumes();
    this.nextVolume = from.nextVolume();
  }

  ViewDelta servers(List<ServerInfo> members) {
    this.servers = members;
    return this;
  }

  ViewDelta slots(SlotTable table) {
    this.slots = table;
    return this;
  }

  ViewDelta moves(List<SlotMove> underWay) {
    this.moves = underWay;
    return this;
  }

  ViewDelta draining(Set<ServerId> members) {
    this.draining = members;
    return this;
  }

  ViewDelta volumes(List<VolumeInfo> all) {
    this.volumes = all;
    return this;
  }

  ViewDelta nextVolume(int number) {
    this.nextVolume = number;
    return this;
  }

  /** The epoch of the resulting view, if it differs from the original. */
  long epoch() {
    return from.epoch() + 1;
  }

  /**
   * The view with everything that was set, at the next epoch; the original view if nothing differs.
   */
  ClusterView view() {
    ClusterView same = of(from.epoch());
    return same.equals(from) ? from : of(epoch());
  }

  private ClusterView of(long epoch) {
    return new ClusterView(
        from.clusterId(),
        epoch,
        from.settings(),
        servers,
        slots,
        moves,
        draining,
        volumes,
        nextVolume);
  }
}
