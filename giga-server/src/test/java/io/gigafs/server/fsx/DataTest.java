package io.gigafs.server.fsx;

import io.gigafs.TestSeeds;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Some seeds of the runs of {@code bin/simulate --data}, which alternate between the data paths.
 *
 * <p>{@code -Dgiga.seed=N} runs one seed; {@code -Dgiga.seeds=N} runs N seeds.
 */
class DataTest {
  private static final int SEEDS = Boolean.getBoolean("giga.full") ? 200 : 12;

  @TempDir Path directory;

  static Stream<DataRun> runs() {
    return TestSeeds.first(SEEDS).mapToObj(DataRun::of);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void filesHoldTheWrittenBytes(DataRun run) {
    run.run(directory);
  }
}
