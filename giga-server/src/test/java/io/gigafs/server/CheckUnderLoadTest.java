package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.TestSeeds;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A check of a simulated cluster under load, with splits and directory transactions under way, has
 * no findings.
 */
class CheckUnderLoadTest {
  private static final int SEEDS = Boolean.getBoolean("giga.full") ? 200 : 15;
  private static final int CLIENTS = 3;
  private static final int OPERATIONS = 4_000;

  @TempDir Path directory;

  static LongStream seeds() {
    return TestSeeds.first(SEEDS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void checkUnderLoadHasNoFindings(long seed) throws Exception {
    SimulatedCluster cluster = Setup.seeded(seed).start(directory);
    SimulationWorkload workload = new SimulationWorkload(cluster);
    workload.prepare(cluster.client());
    for (int i = 0; i < CLIENTS; i++) {
      workload.start(cluster.client(), OPERATIONS);
    }
    int checks = 0;
    while (!workload.isOver()) {
      SimulatedCheck check = SimulatedCheck.run(cluster, false);
      assertThat(check.findings()).as("seed %d: %s", seed, check).isEmpty();
      assertThat(check.unchecked()).as("seed %d", seed).isEmpty();
      checks++;
      cluster.simulation().runMillis(50);
    }
    assertThat(checks).as("seed %d", seed).isPositive();
  }
}
