package io.gigafs.server.fsx;

import java.nio.file.Path;
import java.util.stream.LongStream;
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
    return seeds().mapToObj(DataRun::of);
  }

  private static LongStream seeds() {
    Long one = Long.getLong("giga.seed");
    return one != null
        ? LongStream.of(one)
        : LongStream.range(0, Integer.getInteger("giga.seeds", SEEDS));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void filesHoldTheWrittenBytes(DataRun run) {
    run.run(directory);
  }
}
