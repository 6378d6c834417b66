package io.gigafs.server;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs what {@link SimulationWorkloadTest} does for the kinds of faults with which slots move. */
class MovedSlotsSimulationTest {
  @TempDir Path directory;

  static Stream<SeededRun> runs() {
    return SimulationWorkloadTest.runs(FaultKind::movesSlots);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void invariantsHoldWhileSlotsMove(SeededRun run) throws Exception {
    run.run(directory);
  }
}
