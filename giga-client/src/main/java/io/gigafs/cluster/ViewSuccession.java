package io.gigafs.cluster;

import java.util.Optional;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Detects views that cannot be successors of a known view, whatever changes were made in between.
 * Pure.
 *
 * <ol>
 *   <li>A view still exists, of the same cluster and with the same number of slots.
 *   <li>Epochs only increase, and each belongs to one view.
 *   <li>Volume ids are never reused, and the location of a volume never changes.
 *   <li>A server loses a slot only with its own cooperation: through a move that it sees.
 * </ol>
 */
public final class ViewSuccession {
  private ViewSuccession() {}

  /**
   * Why a view cannot be a successor of a known one; empty if it can.
   *
   * @param self the server that knows the earlier view
   * @param keeps whether that server has the data of a slot and has not begun to give it away
   */
  public static String objection(
      ClusterView known, @Nullable ClusterView view, ServerId self, IntPredicate keeps) {
    if (view == null) {
      return "it is gone, and this server knows that of epoch " + known.epoch();
    }
    if (!view.clusterId().equals(known.clusterId())
        || view.slots().slots() != known.slots().slots()) {
      return "it is one of another cluster, " + view.clusterId();
    }
    if (view.epoch() < known.epoch()) {
      return "it is older (epoch "
          + view.epoch()
          + ") than what this server knows ("
          + known.epoch()
          + ")";
    }
    if (view.epoch() == known.epoch()) {
      return view.equals(known)
          ? ""
          : "it was changed, but its epoch (" + view.epoch() + ") was not";
    }
    String ofVolumes = volumes(known, view);
    return ofVolumes.isEmpty() ? slots(known, view, self, keeps) : ofVolumes;
  }

  private static String volumes(ClusterView known, ClusterView view) {
    if (view.nextVolume() < known.nextVolume()) {
      return "it would use the number of a volume again: " + view.nextVolume();
    }
    for (VolumeInfo volume : known.volumes()) {
      Optional<VolumeInfo> now = view.volume(volume.id());
      if (now.isPresent() && !now.get().uri().equals(volume.uri())) {
        return "volume " + volume.id() + " is at " + now.get().uri() + ", where it never was";
      }
    }
    return "";
  }

  private static String slots(
      ClusterView known, ClusterView view, ServerId self, IntPredicate keeps) {
    for (int slot = 0; slot < view.slots().slots(); slot++) {
      boolean wasMine = isFor(known, slot, self);
      if (wasMine && !isFor(view, slot, self) && keeps.test(slot)) {
        return "it takes slot "
            + slot
            + " away from server '"
            + self
            + "', which has what belongs to it, without a move";
      }
    }
    return "";
  }

  /** Whether a server owns a slot, or is handing it over to another. */
  private static boolean isFor(ClusterView view, int slot, ServerId server) {
    return view.ownerOf(slot).id().equals(server)
        || view.moveOf(slot).filter(move -> move.from().equals(server)).isPresent();
  }
}
