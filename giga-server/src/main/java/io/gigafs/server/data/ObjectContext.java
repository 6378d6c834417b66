package io.gigafs.server.data;

import io.gigafs.cluster.VolumeInfo;
import io.gigafs.rpc.Timers;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.crash.CrashPoints;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.partition.GroupSync;
import io.gigafs.server.partition.IdAllocator;
import io.gigafs.server.partition.Lanes;

/**
 * The parts of the server that work with objects on volumes uses.
 *
 * @param ids allocates object ids, from the same ranges as inode ids
 * @param crashPoints called at the steps at which a test may crash the server
 */
public record ObjectContext(
    ServerVolumes volumes,
    IdAllocator ids,
    CurrentView view,
    Lanes lanes,
    GroupSync syncs,
    Timers timers,
    CrashPoints crashPoints) {
  /** Whether a volume is an adopted tree that is not being drained. */
  public boolean isAdopted(int volume) {
    return view.get()
        .volume(volume)
        .filter(known -> known.state() == VolumeInfo.State.ADOPTED)
        .isPresent();
  }

  public void reached(CrashPoint point) {
    crashPoints.reached(point);
  }
}
