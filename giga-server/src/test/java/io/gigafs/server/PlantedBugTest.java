package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each invariant detects its planted bugs in simulated runs. */
class PlantedBugTest {
  /** A bug that does not show in this many seeds counts as undetected. */
  private static final int SEEDS = 300;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void plantedBugIsDetected(PlantedBug bug) throws Exception {
    Set<String> others = new TreeSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      SimulatedCluster cluster =
          bug.setup(seed).withSabotage(bug.sabotage()).start(directory.resolve("seed" + seed));
      try {
        bug.play(cluster);
      } catch (InvariantViolation e) {
        if (e.violated().contains(bug.noticedBy())) {
          return;
        }
        others.add(e.violated().toString());
      } catch (AssertionError e) {
        others.add(String.valueOf(e.getMessage()));
      }
    }
    throw new AssertionError(
        "%s does not notice %s in %d seeds, but: %s"
            .formatted(bug.noticedBy(), bug, SEEDS, others));
  }

  @Test
  void everyInvariantHasAPlantedBug() {
    assertThat(Stream.of(PlantedBug.values()).map(PlantedBug::noticedBy))
        .contains(Invariant.values());
  }
}
