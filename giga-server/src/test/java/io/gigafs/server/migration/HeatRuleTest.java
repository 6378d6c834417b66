package io.gigafs.server.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.TestViews;
import io.gigafs.index.InodeId;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.server.migration.HeatRule.Target;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests {@link HeatRule}: which partitions split for heat, and to which server. */
class HeatRuleTest {
  private static final InodeId DIRECTORY = InodeId.ROOT;

  /** Slots of the directory's partitions 0, 1, 2 and so on, by the servers' numbers. */
  private static ClusterView view(int... owners) {
    List<ServerInfo> servers =
        IntStream.rangeClosed(0, IntStream.of(owners).max().orElseThrow())
            .mapToObj(i -> new ServerInfo(id(i), new Endpoint("s" + i, 1_000)))
            .toList();
    return TestViews.of(new UUID(0, 1), 1, ClusterSettings.DEFAULTS, servers, SlotTable.of(owners));
  }

  private static ServerId id(int server) {
    return new ServerId("s" + server);
  }

  private static @Nullable Target target(
      ClusterView view, int self, int index, int depth, long entries) {
    return HeatRule.target(
        view, id(self), DIRECTORY, new Partition(new PartitionIndex(index), depth), entries);
  }

  @Test
  void childOnAnotherServerIsTheTarget() {
    ClusterView view = view(0, 1, 2, 3, 0, 1, 2, 3);
    assertThat(target(view, 0, 0, 0, 500)).isEqualTo(new Target(id(1), 1));
    assertThat(target(view, 0, 0, 1, 500)).isEqualTo(new Target(id(2), 1));
    assertThat(target(view, 1, 1, 1, 500)).isEqualTo(new Target(id(3), 1));
  }

  @Test
  void evenlySpreadDirectoryHasNoTarget() {
    ClusterView view = view(0, 1, 2, 3, 0, 1, 2, 3);
    assertThat(target(view, 0, 0, 2, 8_000)).isNull();
    assertThat(target(view, 3, 3, 2, 8_000)).isNull();
    assertThat(target(view(0, 0, 0, 0), 0, 0, 0, 8_000)).isNull();
  }

  @Test
  void grandchildIsTheTargetIfTheChildStays() {
    // Child 1 stays; the next child, 2, does not, nor does the child's own, 3.
    assertThat(target(view(0, 0, 1, 2), 0, 0, 0, 500)).isEqualTo(new Target(id(1), 2));
    // Children 1 and 2 stay; the child's own leaves.
    assertThat(target(view(0, 0, 0, 1), 0, 0, 0, 500)).isEqualTo(new Target(id(1), 2));
    // One generation more.
    assertThat(target(view(0, 0, 0, 0, 0, 1, 0, 0), 0, 0, 0, 512)).isEqualTo(new Target(id(1), 3));
  }

  @Test
  void smallDescendantsAreNotTargets() {
    assertThat(target(view(0, 0, 1, 2), 0, 0, 0, 255)).isNull();
    assertThat(target(view(0, 0, 1, 2), 0, 0, 0, 256)).isEqualTo(new Target(id(1), 2));
    assertThat(target(view(0, 1), 0, 0, 0, 127)).isNull();
    assertThat(target(view(0, 1), 0, 0, 0, 128)).isEqualTo(new Target(id(1), 1));
  }

  @Test
  void partitionOfMaximumDepthDoesNotSplit() {
    assertThat(target(view(0, 1), 0, 0, PartitionIndex.MAX_DEPTH, 100_000)).isNull();
  }

  @Test
  void halvesHaveAtLeastSixtyFourEntries() {
    assertThat(HeatRule.isLargeEnough(127)).isFalse();
    assertThat(HeatRule.isLargeEnough(128)).isTrue();
  }

  @Test
  void partitionWithASmallShareIsNotSplit() {
    assertThat(HeatRule.isLargeShare(1_000, 8_000)).isTrue();
    assertThat(HeatRule.isLargeShare(1_000, 9_000)).isFalse();
  }

  @Test
  void idleServerIsCooler() {
    assertThat(HeatRule.isCooler(5_000, 1, 5_000, 0)).isTrue();
    assertThat(HeatRule.isCooler(5_000, 2, 5_000, 0)).isTrue();
  }

  @Test
  void equallyLoadedServersDoNotSplit() {
    for (long rate : List.of(2_000L, 5_000L, 50_000L)) {
      // The partition is all of the load, or the least share that counts.
      assertThat(HeatRule.isCooler(rate, 1, rate, rate)).isFalse();
      assertThat(HeatRule.isCooler(rate / 8, 1, rate, rate)).isFalse();
      assertThat(HeatRule.isCooler(rate / 8, 8, rate, rate)).isFalse();
      // Nor if one of them is somewhat less loaded.
      assertThat(HeatRule.isCooler(rate / 8, 1, rate, rate * 7 / 10)).isFalse();
      assertThat(HeatRule.isCooler(rate, 1, rate, rate * 3 / 10)).isFalse();
    }
  }

  @Test
  void targetNeverGetsAsHotAsTheSource() {
    for (long share = 8; share >= 1; share--) {
      for (long other = 0; other <= 8_000; other += 100) {
        long hot = 8_000 / share;
        if (HeatRule.isCooler(hot, 1, 8_000, other)) {
          assertThat(other + hot / 2).isLessThanOrEqualTo(6_000);
        }
      }
    }
  }
}
