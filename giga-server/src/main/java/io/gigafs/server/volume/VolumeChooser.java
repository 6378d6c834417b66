package io.gigafs.server.volume;

import io.gigafs.cluster.VolumeInfo;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.server.membership.CurrentView;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the objects of new files go: the partitions of each directory take turns at the volumes, so
 * that many creates in one directory meet many volumes. Safe for use by several threads.
 */
public final class VolumeChooser {
  private final CurrentView view;
  private final VolumeHealth health;

  VolumeChooser(CurrentView view, VolumeHealth health) {
    this.view = view;
    this.health = health;
  }

  /**
   * The volumes that may take an object, in the order in which they are to be tried: the
   * partition's own, those that follow it, and last those that this server finds unwell, as they
   * may have recovered, or can tell what is wrong.
   */
  public List<Integer> candidates(InodeId directory, PartitionIndex partition) {
    List<Integer> active =
        view.get().volumes().stream()
            .filter(volume -> volume.state() == VolumeInfo.State.ACTIVE)
            .map(VolumeInfo::id)
            .toList();
    List<Integer> well = new ArrayList<>();
    List<Integer> unwell = new ArrayList<>();
    for (int i = 0; i < active.size(); i++) {
      int turn = Math.floorMod(directory.zerothSlot() + partition.value() + i, active.size());
      int volume = active.get(turn);
      (health.isWell(volume) ? well : unwell).add(volume);
    }
    well.addAll(unwell);
    return well;
  }
}
