package io.gigafs.server.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.server.data.PlacementCircle.Candidate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups and volumes on which partitions of directories are placed. */
class PlacementCircleTest {
  private static final int DIRECTORIES = 1_000;
  private static final int PARTITIONS = 64;
  private static final int SLOTS = 256;

  /** How often each group and each volume was selected, and how often a group followed itself. */
  private static final class Count {
    private final Map<Integer, Integer> groups = new HashMap<>();
    private final Map<Integer, Integer> volumes = new HashMap<>();
    private int neighbours;
    private int fewestInDirectory = Integer.MAX_VALUE;
    private int mostInDirectory;

    double partOfGroup(int group) {
      return groups.getOrDefault(group, 0) / (double) (DIRECTORIES * PARTITIONS);
    }

    double partOfVolume(int volume) {
      return volumes.getOrDefault(volume, 0) / (double) (DIRECTORIES * PARTITIONS);
    }
  }

  private static List<Candidate> volumes(int groups, int each, IntToDoubleFunction share) {
    return IntStream.range(0, groups * each)
        .mapToObj(i -> new Candidate(i, "g" + i % groups, share.applyAsDouble(i)))
        .toList();
  }

  /** Places the first partitions of directories with inode ids as servers allocate them. */
  private static Count count(PlacementCircle circle, int groups) {
    Count count = new Count();
    for (int i = 0; i < DIRECTORIES; i++) {
      InodeId directory = InodeId.of(i * 37 % SLOTS, InodeId.FIRST_COUNTER + i * 37L / SLOTS);
      int last = -1;
      Map<Integer, Integer> met = new HashMap<>();
      for (int partition = 0; partition < PARTITIONS; partition++) {
        int volume = circle.order(directory, new PartitionIndex(partition)).get(0);
        int group = volume % groups;
        count.groups.merge(group, 1, Integer::sum);
        count.volumes.merge(volume, 1, Integer::sum);
        met.merge(group, 1, Integer::sum);
        count.neighbours += group == last ? 1 : 0;
        last = group;
      }
      for (int group = 0; group < groups; group++) {
        int times = met.getOrDefault(group, 0);
        count.fewestInDirectory = Math.min(count.fewestInDirectory, times);
        count.mostInDirectory = Math.max(count.mostInDirectory, times);
      }
    }
    return count;
  }

  @Test
  void fiveGroupsOfTwentyVolumesGetAFifthEach() {
    Count count = count(new PlacementCircle(volumes(5, 20, volume -> 1)), 5);

    for (int group = 0; group < 5; group++) {
      assertThat(count.partOfGroup(group)).isCloseTo(0.20, within(0.01));
    }
    assertThat(count.neighbours).isZero();
    assertThat(count.fewestInDirectory).isEqualTo(12);
    assertThat(count.mostInDirectory).isEqualTo(13);
    for (int volume = 0; volume < 100; volume++) {
      assertThat(count.partOfVolume(volume)).isCloseTo(0.01, within(0.001));
    }
  }

  @Test
  void directoriesOfOnePartitionUseAllVolumes() {
    PlacementCircle circle = new PlacementCircle(volumes(5, 20, volume -> 1));
    Set<Integer> met = new HashSet<>();
    for (int i = 0; i < DIRECTORIES; i++) {
      InodeId directory = InodeId.of(i % 8, InodeId.FIRST_COUNTER + i / 8);
      met.add(circle.order(directory, new PartitionIndex(0)).get(0));
    }
    assertThat(met).hasSize(100);
  }

  /** The order without groups. */
  @Test
  void volumesWithoutGroupsAlternate() {
    PlacementCircle circle = new PlacementCircle(volumes(7, 1, volume -> 1));
    for (int slot : new int[] {0, 1, 5, 65_535}) {
      for (int partition = 0; partition < 65_536; partition += 97) {
        List<Integer> order = circle.order(InodeId.of(slot, 1_000), new PartitionIndex(partition));
        int commitBatch = slot + partition;
        assertThat(order)
            .isEqualTo(IntStream.range(0, 7).mapToObj(i -> (commitBatch + i) % 7).toList());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 36})
  void groupsGetTheirSharesAndNeighboursDiffer(long seed) {
    Random random = new Random(seed);
    int groups = 3 + random.nextInt(6);
    int each = 1 + random.nextInt(20);
    double[] shares =
        seed % 2 == 0
            ? random.doubles(groups, 0.5, 4).toArray()
            : random.ints(groups, 1, 5).asDoubleStream().toArray();
    double total = 0;
    double longest = 0;
    double shortest = Double.MAX_VALUE;
    for (double share : shares) {
      total += share;
      shortest = Math.min(shortest, share);
      longest = Math.max(longest, share);
    }
    Count count =
        count(new PlacementCircle(volumes(groups, each, i -> shares[i % groups])), groups);

    for (int group = 0; group < groups; group++) {
      assertThat(count.partOfGroup(group))
          .as("group %d of %d", group, groups)
          .isCloseTo(shares[group] / total, within(0.01));
    }
    assertThat(count.fewestInDirectory)
        .isGreaterThanOrEqualTo((int) (0.4 * PARTITIONS * shortest / total));
    if (longest < 0.45 * total) {
      assertThat(count.neighbours).isZero();
    }
  }

  @Test
  void dominantGroupFollowsItselfAsRarelyAsPossible() {
    Count count = count(new PlacementCircle(volumes(3, 4, i -> i % 3 == 0 ? 3 : 1)), 3);
    assertThat(count.partOfGroup(0)).isCloseTo(0.60, within(0.01));
    assertThat(count.neighbours / (double) (DIRECTORIES * PARTITIONS)).isLessThan(0.21);
  }

  @Test
  void volumesOfAGroupGetTheirSharesOfIt() {
    Count count = count(new PlacementCircle(volumes(2, 3, i -> new int[] {1, 2, 5}[i / 2])), 2);
    assertThat(count.partOfGroup(0)).isCloseTo(0.5, within(0.01));
    assertThat(count.partOfVolume(0)).isCloseTo(0.5 / 8, within(0.005));
    assertThat(count.partOfVolume(3)).isCloseTo(0.5 * 2 / 8, within(0.005));
    assertThat(count.partOfVolume(4)).isCloseTo(0.5 * 5 / 8, within(0.005));
  }

  /** The order alternates between groups from any first volume. */
  @Test
  void orderHasAllVolumesAndAlternatesBetweenGroups() {
    PlacementCircle circle = new PlacementCircle(volumes(3, 4, i -> 1 + i));
    for (int partition = 0; partition < 100; partition++) {
      List<Integer> order = circle.order(InodeId.of(3, 99), new PartitionIndex(partition));
      assertThat(order).hasSize(12).doesNotHaveDuplicates();
      List<Integer> groups = new ArrayList<>();
      order.forEach(volume -> groups.add(volume % 3));
      for (int i = 1; i < groups.size(); i++) {
        assertThat(groups.get(i)).isEqualTo((groups.get(0) + i) % 3);
      }
    }
  }

  @Test
  void emptyCircleHasNoOrder() {
    PlacementCircle circle = new PlacementCircle(List.of());
    assertThat(circle.order(InodeId.ROOT, new PartitionIndex(0))).isEmpty();
    assertThat(circle.shareOf(1)).isZero();
  }

  @Test
  void sharesAreFractionsOfTheWeight() {
    PlacementCircle circle = new PlacementCircle(volumes(2, 2, i -> 1 + i));
    assertThat(circle.shareOf(3)).isCloseTo(0.4, within(1e-9));
    assertThat(circle.shareOf(9)).isZero();
  }
}
