package io.gigafs.server.model;

import io.gigafs.TestSeeds;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs some seeds of {@link ModelRun}, as {@code bin/simulate --model} does.
 *
 * <p>{@code -Dgiga.seed=N} runs one seed; {@code -Dgiga.seeds=N} runs N seeds.
 */
class ModelTest {
  private static final int SEEDS = Boolean.getBoolean("giga.full") ? 40 : 4;

  @TempDir Path directory;

  static LongStream seeds() {
    return TestSeeds.first(SEEDS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void clusterAgreesWithTheModel(long seed) throws Exception {
    new ModelRun(seed).run(directory);
  }
}
