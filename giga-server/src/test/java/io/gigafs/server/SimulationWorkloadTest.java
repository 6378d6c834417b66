package io.gigafs.server;

import io.gigafs.TestSeeds;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs some seeds of {@link SeededRun} for every kind of fault, as {@code bin/simulate} does; those
 * that move slots run beside this class, in {@link MovedSlotsSimulationTest}.
 *
 * <p>{@code -Dgiga.seed=N} runs one seed; {@code -Dgiga.seeds=N} runs N seeds.
 */
class SimulationWorkloadTest {
  private static final int SEEDS = Boolean.getBoolean("giga.full") ? 250 : 25;

  @TempDir Path directory;

  static Stream<SeededRun> runs() {
    return runs(kind -> !kind.movesSlots());
  }

  /** The runs for some kinds of faults. */
  static Stream<SeededRun> runs(Predicate<FaultKind> kinds) {
    return Stream.of(FaultKind.values())
        .filter(kinds)
        .flatMap(fault -> TestSeeds.first(SEEDS).mapToObj(seed -> new SeededRun(fault, seed)));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void invariantsHoldUnderRandomFaults(SeededRun run) throws Exception {
    run.run(directory);
  }
}
