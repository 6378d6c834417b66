package io.gigafs.server.data;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Membership;
import io.gigafs.cluster.VolumeChanges;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.cluster.VolumeInfo.State;
import io.gigafs.cluster.VolumeSettings;
import io.gigafs.volume.OpenVolumes;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeException.Kind;
import io.gigafs.volume.VolumeMark;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Adds volumes to the cluster: new ones, and those that its view has lost. For threads that may
 * wait; thread-safe.
 *
 * <ol>
 *   <li>Storage is inspected before it gets a number: storage that cannot be a volume, or is one
 *       already, changes nothing.
 *   <li>The view lists the volume before its mark is written: until then servers find it missing
 *       and place nothing there. A volume that cannot be marked is removed again.
 *   <li>No message advises deleting the mark of a volume on which files of this cluster may be.
 * </ol>
 */
final class VolumeAdditions {
  private final Membership membership;
  private final OpenVolumes volumes;
  private final EmptyVolume empty;

  VolumeAdditions(Membership membership, OpenVolumes volumes, EmptyVolume empty) {
    this.membership = membership;
    this.volumes = volumes;
    this.empty = empty;
  }

  /** Adds a volume; does nothing if it exists in that state and with these settings. */
  ClusterView add(
      URI uri, State state, VolumeSettings settings, Duration timeout, long deadlineNanos)
      throws VolumeException {
    ClusterView before = newestView(timeout);
    if (VolumeChanges.at(before, uri).isPresent()) {
      ClusterView same = VolumeChanges.add(before, uri, state, settings);
      VolumeInfo known = VolumeChanges.at(same, uri).orElseThrow();
      checkThere(before, known, deadlineNanos);
      return before;
    }
    Optional<VolumeMark> mark = volumes.inspect(uri, state.isAdopted());
    if (mark.isPresent()) {
      throw marked(uri, mark.get(), before, deadlineNanos);
    }
    ClusterView added =
        membership.update(view -> VolumeChanges.add(view, uri, state, settings), timeout);
    VolumeInfo volume = VolumeChanges.at(added, uri).orElseThrow();
    try {
      volumes.prepare(
          volume.uri(), new VolumeMark(added.clusterId(), volume.id()), state.isAdopted());
    } catch (VolumeException e) {
      membership.update(view -> VolumeChanges.remove(view, volume.id()), timeout);
      throw e;
    }
    return added;
  }

  /**
   * Checks that a volume of the view is accessible. If its mark is missing and no server knows of
   * an object there, it was never used: the server that added it crashed before it wrote the mark.
   */
  private void checkThere(ClusterView view, VolumeInfo volume, long deadlineNanos)
      throws VolumeException {
    try {
      volumes.of(view, volume.id()).space();
    } catch (VolumeException gone) {
      boolean isAdopted = volume.state().isAdopted();
      if (gone.kind() != Kind.GONE || !isUnmarked(volume.uri(), isAdopted)) {
        throw gone;
      }
      if (!empty.use(view, volume.id(), deadlineNanos).isEmpty()) {
        throw gone;
      }
      volumes.prepare(volume.uri(), new VolumeMark(view.clusterId(), volume.id()), isAdopted);
    }
  }

  private boolean isUnmarked(URI uri, boolean isAdopted) {
    try {
      return volumes.inspect(uri, isAdopted).isEmpty();
    } catch (VolumeException e) {
      return false;
    }
  }

  /** Adds a volume again that the view has lost, under the number in its mark. */
  ClusterView restore(URI uri, State state, Duration timeout) throws VolumeException {
    ClusterView before = newestView(timeout);
    VolumeMark mark =
        volumes
            .inspect(uri, true)
            .orElseThrow(
                () ->
                    new VolumeException(
                        Kind.NOT_FOUND,
                        "volume "
                            + uri
                            + ": it has no mark (.giga-volume), so it is no volume to put back",
                        null));
    if (!mark.clusterId().equals(before.clusterId())) {
      throw exists(
          uri, "it is volume " + mark.volume() + " of another cluster, " + mark.clusterId());
    }
    VolumeInfo volume = new VolumeInfo(mark.volume(), uri, state);
    return membership.update(view -> VolumeChanges.restore(view, volume), timeout);
  }

  private VolumeException marked(URI uri, VolumeMark mark, ClusterView view, long deadlineNanos) {
    int number = mark.volume();
    if (!mark.clusterId().equals(view.clusterId())) {
      return exists(
          uri,
          "it is volume "
              + number
              + " of another cluster, "
              + mark.clusterId()
              + ": take another directory; only if that cluster is gone for good, delete the file"
              + " .giga-volume there");
    }
    Optional<VolumeInfo> known = view.volume(number);
    if (known.isPresent()) {
      return exists(
          uri,
          "it is volume "
              + number
              + " of this cluster, which is at "
              + known.get().uri()
              + ": take another directory");
    }
    String use = number < view.nextVolume() ? empty.use(view, number, deadlineNanos) : "";
    if (number < view.nextVolume() && use.isEmpty()) {
      return exists(
          uri,
          "it was volume "
              + number
              + " of this cluster, which was removed, and no file has bytes there: if nothing in it"
              + " is needed, delete the file .giga-volume there");
    }
    String lost =
        use.isEmpty()
            ? ", a number that the cluster's view has not assigned yet: the view is older than the"
                + " volume, as after ZooKeeper was restored from a copy"
            : ", which the cluster's view has lost: it holds " + use;
    return exists(
        uri,
        "it is volume "
            + number
            + " of this cluster"
            + lost
            + ". Leave its mark where it is, and restore the volume, with: giga volume restore "
            + uri);
  }

  private static VolumeException exists(URI uri, String why) {
    return new VolumeException(Kind.EXISTS, "volume " + uri + ": " + why, null);
  }

  /** Reads the newest view: this server's may be older than a change that was made at another. */
  private ClusterView newestView(Duration timeout) {
    return membership.update(view -> view, timeout);
  }
}
