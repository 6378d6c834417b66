package io.gigafs.cluster;

import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Changes of the cluster's list of volumes. Pure functions for {@link Membership#update}: each
 * returns its argument if there is nothing to do, and its successor otherwise.
 */
public final class VolumeChanges {
  private VolumeChanges() {}

  /** The volume at a location, if there is one. */
  public static Optional<VolumeInfo> at(ClusterView view, URI uri) {
    String place = place(uri);
    return view.volumes().stream().filter(volume -> place(volume.uri()).equals(place)).findFirst();
  }

  private static String place(URI uri) {
    return uri.normalize().toString().replaceAll("(?<!/)/+$", "");
  }

  /**
   * Adds a volume under the next id. Does nothing if the location is a volume with this state and
   * these settings already.
   *
   * @param state ACTIVE or ADOPTED
   * @throws MembershipException if the location is a volume with another state or other settings
   */
  public static ClusterView add(
      ClusterView view, URI uri, VolumeInfo.State state, VolumeSettings settings) {
    Optional<VolumeInfo> known = at(view, uri);
    if (known.isPresent()) {
      if (known.get().state() != state) {
        throw MembershipException.otherState(known.get());
      }
      if (!known.get().with(settings).equals(known.get())) {
        throw MembershipException.otherSettings(known.get());
      }
      return view;
    }
    List<VolumeInfo> volumes = new ArrayList<>(view.volumes());
    volumes.add(new VolumeInfo(view.nextVolume(), uri, state).with(settings));
    return view.delta().volumes(volumes).nextVolume(view.nextVolume() + 1).view();
  }

  /**
   * Restores a volume that the view has lost, under its former id. Does nothing if it is there.
   *
   * @throws MembershipException if another volume has its id or its location
   */
  public static ClusterView restore(ClusterView view, VolumeInfo lost) {
    Optional<VolumeInfo> known = view.volume(lost.id()).or(() -> at(view, lost.uri()));
    if (known.isPresent()) {
      VolumeInfo there = known.get();
      if (there.id() == lost.id() && at(view, lost.uri()).equals(known)) {
        return view;
      }
      throw MembershipException.otherVolume(lost, there);
    }
    List<VolumeInfo> volumes = new ArrayList<>(view.volumes());
    volumes.add(lost);
    volumes.sort(Comparator.comparingInt(VolumeInfo::id));
    return view.delta()
        .volumes(volumes)
        .nextVolume(Math.max(view.nextVolume(), lost.id() + 1))
        .view();
  }

  /**
   * Starts to drain a volume: its files move to other volumes.
   *
   * @throws MembershipException if there is no such volume
   */
  public static ClusterView drain(ClusterView view, int id) {
    VolumeInfo volume = find(view, id);
    return to(
        view,
        volume.in(
            switch (volume.state()) {
              case ACTIVE -> VolumeInfo.State.DRAINING;
              case ADOPTED -> VolumeInfo.State.ADOPTED_DRAINING;
              case DRAINING, ADOPTED_DRAINING -> volume.state();
            }));
  }

  /**
   * Cancels the drain of a volume, which returns to its former state.
   *
   * @throws MembershipException if there is no such volume
   */
  public static ClusterView undrain(ClusterView view, int id) {
    VolumeInfo volume = find(view, id);
    return to(
        view,
        volume.in(
            switch (volume.state()) {
              case DRAINING -> VolumeInfo.State.ACTIVE;
              case ADOPTED_DRAINING -> VolumeInfo.State.ADOPTED;
              case ACTIVE, ADOPTED -> volume.state();
            }));
  }

  /**
   * Changes the group or the weight of a volume. Existing files do not move.
   *
   * @throws MembershipException if there is no such volume
   */
  public static ClusterView set(ClusterView view, int id, VolumeSettings settings) {
    return to(view, find(view, id).with(settings));
  }

  /** Removes a volume from the list for good. Does nothing if it is not there. */
  public static ClusterView remove(ClusterView view, int id) {
    List<VolumeInfo> left = view.volumes().stream().filter(volume -> volume.id() != id).toList();
    return view.delta().volumes(left).view();
  }

  private static VolumeInfo find(ClusterView view, int id) {
    return view.volume(id).orElseThrow(() -> MembershipException.noVolume(id, view));
  }

  private static ClusterView to(ClusterView view, VolumeInfo changed) {
    return view.delta()
        .volumes(
            view.volumes().stream()
                .map(volume -> volume.id() == changed.id() ? changed : volume)
                .toList())
        .view();
  }
}
