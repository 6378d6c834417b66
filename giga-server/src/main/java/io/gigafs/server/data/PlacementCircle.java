package io.gigafs.server.data;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Maps partitions to the volumes of their objects, by groups and shares. Immutable and pure.
 *
 * <ol>
 *   <li>Consecutive partitions of a directory get different groups, as long as none has nearly half
 *       of all shares.
 *   <li>Over the partitions of many directories, each group and each volume in it gets its share.
 *   <li>Groups of equal shares are used round robin: (zeroth slot + partition) modulo their number.
 * </ol>
 *
 * <p>If shares differ, each group is an arc of a circle whose length is its share, and each volume
 * is a part of that arc. A directory begins at a hashed point, and each partition is one step
 * further. A step is longer than the longest arc in both directions, so that two consecutive ones
 * end in different arcs.
 */
public final class PlacementCircle {
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  /** The last of the steps that {@link #stepBeyond} tries: 0.459 of the circle. */
  private static final int MAX_STEP = 5;

  /** 2^64 times the golden ratio: consecutive ids are spread evenly. */
  private static final long GOLDEN_HASH = 0x9E3779B97F4A7C15L;

  private final List<Group> groups;
  private final double total;
  private final boolean isEven;
  private final double step;

  /**
   * A volume that may get objects.
   *
   * @param group see {@link io.gigafs.cluster.VolumeInfo#groupKey}
   * @param share above 0; relative to those of the others
   */
  public record Candidate(int volume, String group, double share) {}

  /** The volumes of a group, in the given order. */
  private record Group(List<Candidate> volumes, double share) {
    static Group of(List<Candidate> volumes) {
      return new Group(volumes, volumes.stream().mapToDouble(Candidate::share).sum());
    }

    /** Index of the volume at a point of the arc, from its start. */
    int placeAt(double point) {
      double left = point;
      int place = 0;
      while (place < volumes.size() - 1 && left >= volumes.get(place).share()) {
        left -= volumes.get(place).share();
        place++;
      }
      return place;
    }
  }

  /**
   * The circle of all volumes that accept new files; groups are in the order of their first
   * volumes.
   */
  public PlacementCircle(List<Candidate> volumes) {
    Map<String, List<Candidate>> byGroup = new LinkedHashMap<>();
    volumes.forEach(
        volume -> byGroup.computeIfAbsent(volume.group(), key -> new ArrayList<>()).add(volume));
    this.groups = byGroup.values().stream().map(Group::of).toList();
    this.total = groups.stream().mapToDouble(Group::share).sum();
    this.isEven = groups.stream().mapToDouble(Group::share).distinct().count() <= 1;
    double longest = groups.stream().mapToDouble(Group::share).max().orElse(0) / total;
    this.step = stepBeyond(Math.min(longest, 1 - longest));
  }

  /**
   * A step that is longer than an arc. The candidates, 0.382, 0.420, 0.439, 0.451 and 0.459, are
   * noble numbers, which are badly approximated by fractions: no directory soon returns to the same
   * points.
   */
  private static double stepBeyond(double arc) {
    double step = 0;
    for (int i = 1; i <= MAX_STEP && step <= arc; i++) {
      step = 1 / (2 + 1 / (i + GOLDEN));
    }
    return step;
  }

  /**
   * All volumes in the order in which an object's placement tries them: the partition's own, one of
   * each other group, and then the remaining ones of all groups.
   */
  public List<Integer> order(InodeId directory, PartitionIndex partition) {
    List<Integer> order = new ArrayList<>();
    if (groups.isEmpty()) {
      return order;
    }
    double start = ((directory.value() * GOLDEN_HASH) >>> 11) * 0x1p-53;
    int first = 0;
    double part;
    if (isEven) {
      int rotation = directory.zerothSlot() + partition.value();
      first = rotation % groups.size();
      int turnsBefore = rotation / groups.size();
      part = fraction(start + turnsBefore * GOLDEN);
    } else {
      double point = fraction(start + partition.value() * step) * total;
      while (first < groups.size() - 1 && point >= groups.get(first).share()) {
        point -= groups.get(first).share();
        first++;
      }
      part = point / groups.get(first).share();
    }
    int longest = groups.stream().mapToInt(group -> group.volumes().size()).max().orElse(0);
    for (int round = 0; round < longest; round++) {
      for (int i = 0; i < groups.size(); i++) {
        Group group = groups.get((first + i) % groups.size());
        List<Candidate> volumes = group.volumes();
        if (round < volumes.size()) {
          int place = group.placeAt(part * group.share()) + round;
          order.add(volumes.get(place % volumes.size()).volume());
        }
      }
    }
    return order;
  }

  private static double fraction(double number) {
    return number - Math.floor(number);
  }

  /** The fraction of all new files that a volume gets, from 0 to 1. */
  double shareOf(int volume) {
    double share =
        groups.stream()
            .flatMap(group -> group.volumes().stream())
            .filter(each -> each.volume() == volume)
            .mapToDouble(Candidate::share)
            .sum();
    return share == 0 ? 0 : share / total;
  }
}
