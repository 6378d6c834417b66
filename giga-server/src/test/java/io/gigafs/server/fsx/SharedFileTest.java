package io.gigafs.server.fsx;

import io.gigafs.TestSeeds;
import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.server.fsx.SharedFileRun.StepSpec;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Several clients use one file, while servers and clients die.
 *
 * <p>{@code -Dgiga.seed=N} runs one seed; {@code -Dgiga.seeds=N} runs N seeds.
 */
class SharedFileTest {
  private static final int SEEDS = Boolean.getBoolean("giga.full") ? 300 : 12;

  @TempDir Path directory;

  static Stream<Arguments> kinds() {
    return Stream.of(StepSpec.values())
        .flatMap(
            spec ->
                Stream.of(DataPath.CLIENT, DataPath.SERVER).map(path -> Arguments.of(spec, path)));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void fileHoldsTheFlushedRecordsOfAllClients(StepSpec spec, DataPath path) throws Exception {
    for (long seed : TestSeeds.first(SEEDS).toArray()) {
      SharedFileRun run = new SharedFileRun(spec, path, seed);
      try {
        run.run(directory.resolve("seed" + seed));
      } catch (Exception | AssertionError e) {
        throw new AssertionError(
            run + ": " + e.getMessage() + "\nsee it again with -Dgiga.seed=" + seed, e);
      }
    }
  }
}
