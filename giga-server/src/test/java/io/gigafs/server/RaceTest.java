package io.gigafs.server;

import io.gigafs.TestSeeds;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs some seeds of {@link RaceRun} for every kind of fault that loses nothing, as {@code
 * bin/simulate --races} does.
 *
 * <p>{@code -Dgiga.seed=N} runs one seed; {@code -Dgiga.seeds=N} runs N seeds.
 */
class RaceTest {
  private static final int SEEDS = Boolean.getBoolean("giga.full") ? 200 : 10;

  @TempDir Path directory;

  static Stream<RaceRun> runs() {
    return RaceRun.FAULTS.stream()
        .flatMap(fault -> TestSeeds.first(SEEDS).mapToObj(seed -> new RaceRun(fault, seed)));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void racesAreLinearizableUnderFaults(RaceRun run) throws Exception {
    run.run(directory);
  }
}
