package io.gigafs.server.data;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.server.data.PlacementCircle.Candidate;
import io.gigafs.server.data.VolumeHealthMonitor.Finding;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.volume.Volume.VolumeSpace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses volumes for the objects of new files: consecutive partitions of each directory use
 * different groups of volumes, so that many creates in one directory use many metadata servers. A
 * volume's share is its weight, reduced if it is fuller than others or its group is slow.
 * Thread-safe.
 */
public final class VolumeChooser {
  /**
   * A volume's share is reduced once its free fraction is below this part of the emptiest one's.
   */
  private static final double ALIKE = 0.8;

  /** Minimum factor for a volume that is nearly full but not reported as full. */
  private static final double MIN_FREE_FACTOR = 0.01;

  private final CurrentView view;
  private final VolumeHealthMonitor health;
  private final SlowGroups slow = new SlowGroups();

  VolumeChooser(CurrentView view, VolumeHealthMonitor health) {
    this.view = view;
    this.health = health;
  }

  /**
   * The volumes that may get an object, in the order in which they are tried: the partition's own,
   * those of the other groups, and last those that this server finds unhealthy. They may have
   * recovered, or their error says what is wrong.
   */
  public List<Integer> candidates(InodeId directory, PartitionIndex partition) {
    ClusterView now = view.get();
    List<Integer> order = wellOnes(now).order(directory, partition);
    if (order.size() < now.volumes().size()) {
      order.addAll(unwellOnes(now, order).order(directory, partition));
    }
    return order;
  }

  /** The volumes that get new files of this server, with their shares. */
  PlacementCircle circle() {
    return wellOnes(view.get());
  }

  /** Updates which groups are slow; called periodically. */
  void sweep() {
    Map<String, List<Double>> latencies = new HashMap<>();
    for (VolumeInfo volume : view.get().volumes()) {
      Finding finding = health.finding(volume.id());
      if (takesFiles(volume, finding) && finding.isSettled()) {
        latencies
            .computeIfAbsent(volume.groupKey(), key -> new ArrayList<>())
            .add(finding.createNanos());
      }
    }
    Map<String, Double> means = new HashMap<>();
    latencies.forEach(
        (group, all) ->
            means.put(group, all.stream().mapToDouble(Double::doubleValue).average().orElse(0)));
    slow.update(means);
  }

  private static boolean takesFiles(VolumeInfo volume, Finding finding) {
    return volume.state() == VolumeInfo.State.ACTIVE && finding.problem().isEmpty();
  }

  private PlacementCircle wellOnes(ClusterView now) {
    List<VolumeInfo> volumes = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    for (VolumeInfo volume : now.volumes()) {
      Finding finding = health.finding(volume.id());
      if (takesFiles(volume, finding)) {
        volumes.add(volume);
        findings.add(finding);
      }
    }
    double mostFree =
        findings.stream().mapToDouble(each -> freePart(each.space(), 0)).max().orElse(0);
    List<Candidate> candidates = new ArrayList<>();
    for (int i = 0; i < volumes.size(); i++) {
      VolumeInfo volume = volumes.get(i);
      double free = freePart(findings.get(i).space(), mostFree);
      double bySpace = free >= ALIKE * mostFree ? 1 : free / (ALIKE * mostFree);
      double share =
          volume.weight() * Math.max(bySpace, MIN_FREE_FACTOR) * slow.factor(volume.groupKey());
      candidates.add(new Candidate(volume.id(), volume.groupKey(), share));
    }
    return new PlacementCircle(candidates);
  }

  /** The free fraction of a volume, from 0 to 1. */
  private static double freePart(VolumeSpace space, double unknown) {
    return space.totalBytes() == 0 ? unknown : (double) space.freeBytes() / space.totalBytes();
  }

  private static PlacementCircle unwellOnes(ClusterView now, List<Integer> wellOnes) {
    return new PlacementCircle(
        now.volumes().stream()
            .filter(volume -> volume.state() == VolumeInfo.State.ACTIVE)
            .filter(volume -> !wellOnes.contains(volume.id()))
            .map(volume -> new Candidate(volume.id(), volume.groupKey(), volume.weight()))
            .toList());
  }
}
