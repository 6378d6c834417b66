package io.gigafs.bench.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gigafs.bench.simulation.SimulationResult.Sample;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.index.PartitionIndex;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the simulation of a directory that splits over servers. */
class DirectorySimulationTest {
  private static final SimulatedCosts COSTS = SimulatedCosts.ofCreate(20_000, 0);

  private static SimulationPlan plan(int servers, double entries, long seed) {
    return SimulationPlan.of(servers, entries, COSTS, seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void noEntryIsLostOrDoubledBySplits(long seed) {
    SimulationResult result = DirectorySimulation.run(plan(7, 300_000, seed));

    assertThat(Arrays.stream(result.entriesPerPartition()).sum()).isEqualTo(result.created());
    assertThat(Arrays.stream(result.entriesPerServer()).sum()).isEqualTo(result.created());
    // Five standard deviations of a Poisson process.
    assertThat((double) result.created()).isCloseTo(300_000, within(5 * Math.sqrt(300_000)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void partitionsMatchTheMapAndTileTheDirectory(long seed) {
    SimulationResult result = DirectorySimulation.run(plan(5, 400_000, seed));

    assertThat(result.map().size()).isEqualTo(1 + result.splitsAway() + result.splitsWithin());
    double shares =
        result
            .map()
            .indices()
            .mapToInt(i -> result.map().partition(i).depth())
            .mapToDouble(depth -> Math.scalb(1.0, -depth))
            .sum();
    assertThat(shares).isEqualTo(1);
    for (int index = 0; index < result.entriesPerPartition().length; index++) {
      if (!result.map().contains(new PartitionIndex(index))) {
        assertThat(result.entriesPerPartition()[index]).isZero();
      }
    }
  }

  @Test
  void seedDeterminesTheRun() {
    SimulationResult first = DirectorySimulation.run(plan(8, 200_000, 1));
    SimulationResult again = DirectorySimulation.run(plan(8, 200_000, 1));
    SimulationResult other = DirectorySimulation.run(plan(8, 200_000, 2));

    assertThat(again.samples()).isEqualTo(first.samples());
    assertThat(again.entriesPerPartition()).isEqualTo(first.entriesPerPartition());
    assertThat(other.entriesPerPartition()).isNotEqualTo(first.entriesPerPartition());
  }

  @Test
  void singleServerRateFollowsFromItsCreateCost() {
    SimulationPlan unsplit =
        plan(1, 50_000, 1).withSettings(64, new ClusterSettings(Integer.MAX_VALUE));

    SimulationResult result = DirectorySimulation.run(unsplit);

    assertThat(result.averageRate()).isCloseTo(50_000, within(500.0));
    assertThat(result.map().size()).isEqualTo(1);
  }

  @Test
  void rateIsProportionalToServersInUse() {
    SimulationResult one = DirectorySimulation.run(plan(1, 2_000_000, 1));
    SimulationResult eight = DirectorySimulation.run(plan(8, 2_000_000, 1));

    assertThat(eight.samples().get(eight.samples().size() - 1).serversUsed()).isEqualTo(8);
    assertThat(eight.peakRate()).isCloseTo(8 * one.peakRate(), within(0.1 * 8 * one.peakRate()));
    assertThat(eight.secondsToAllServers()).isLessThan(eight.seconds() / 2);
  }

  @Test
  void rateFallsAsTheStoreGrows() {
    SimulationPlan plan = SimulationPlan.of(1, 3_200_000, SimulatedCosts.ofCreate(20_000, 0.1), 1);

    SimulationResult result = DirectorySimulation.run(plan);

    // Five doublings of 100,000 entries, each a tenth slower.
    assertThat(result.lastRate()).isCloseTo(50_000 / 1.5, within(1_500.0));
  }

  /**
   * The number of slots is a power of two. Of 48 servers, some have two of 64 slots and some one.
   */
  @Test
  void moreSlotsBalanceNonPowerOfTwoServers() {
    SimulationPlan coarse = plan(48, 4_000_000, 1);
    SimulationPlan fine = coarse.withSettings(1 << 16, ClusterSettings.DEFAULTS);

    assertThat(last(DirectorySimulation.run(coarse)).imbalance()).isGreaterThan(1.4);
    assertThat(last(DirectorySimulation.run(fine)).imbalance())
        .isLessThan(last(DirectorySimulation.run(coarse)).imbalance());
  }

  @Test
  void redirectsAreBoundedBySplitsAndDepth() {
    SimulationResult result = DirectorySimulation.run(plan(16, 3_000_000, 3).withClients(8, 1));

    assertThat(result.redirectsPerClient()).isBetween(1.0, result.map().size() - 1.0);
    int depth =
        Integer.SIZE - Integer.numberOfLeadingZeros(result.entriesPerPartition().length - 1);
    assertThat(result.mostHops()).isBetween(2, depth + 1);
  }

  @Test
  void samplesAreOrderedByTime() {
    List<Sample> samples = DirectorySimulation.run(plan(4, 500_000, 1)).samples();

    for (int i = 1; i < samples.size(); i++) {
      assertThat(samples.get(i).seconds()).isGreaterThanOrEqualTo(samples.get(i - 1).seconds());
      assertThat(samples.get(i).entries()).isGreaterThanOrEqualTo(samples.get(i - 1).entries());
    }
  }

  /** The full size, in a time that fits a test. */
  @Test
  void reachesAThousandServersAndAHundredBillionEntries() {
    SimulationResult result =
        DirectorySimulation.run(
            SimulationPlan.of(1_024, 1e11, SimulatedCosts.ofCreate(300_000, 0.02), 1));

    assertThat(result.map().size()).isEqualTo(1 << PartitionIndex.MAX_DEPTH);
    assertThat(last(result).serversUsed()).isEqualTo(1_024);
    assertThat(last(result).imbalance()).isLessThan(1.01);
  }

  private static Sample last(SimulationResult result) {
    return result.samples().get(result.samples().size() - 1);
  }
}
