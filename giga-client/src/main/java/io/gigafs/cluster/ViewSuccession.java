package io.gigafs.cluster;

import java.util.Optional;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What cannot have become of a view, whatever changes were made since. Pure.
 *
 * <ol>
 *   <li>There is a view, of the same cluster and of as many slots.
 *   <li>Epochs only rise, and each is one view's.
 *   <li>Numbers of volumes are never given again, and a volume stays where it is.
 *   <li>A slot leaves a server with the help of that server only: by a move that it sees.
 * </ol>
 */
public final class ViewSuccession {
  private ViewSuccession() {}

  /**
   * Why a view cannot have followed a known one; empty if it can.
   *
   * @param self the server that knows it
   * @param keeps whether that server has what belongs to a slot, and has not begun to give it away
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
      return "it would give the number of a volume again: " + view.nextVolume();
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

  /** Whether a server holds a slot, or is to give it to another. */
  private static boolean isFor(ClusterView view, int slot, ServerId server) {
    return view.ownerOf(slot).id().equals(server)
        || view.moveOf(slot).filter(move -> move.from().equals(server)).isPresent();
  }
}
