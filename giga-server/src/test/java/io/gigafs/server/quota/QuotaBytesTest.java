package io.gigafs.server.quota;

import io.gigafs.TestSeeds;
import io.gigafs.protocol.GigaException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs some seeds of {@link QuotaBytesRun}.
 *
 * <p>{@code -Dgiga.seed=N} runs one seed; {@code -Dgiga.seeds=N} runs N seeds.
 */
class QuotaBytesTest {
  private static final int SEEDS = Boolean.getBoolean("giga.full") ? 200 : 6;

  @TempDir Path folder;

  static Stream<QuotaBytesRun> runs() {
    return TestSeeds.first(SEEDS).mapToObj(QuotaBytesRun::new);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void filesNeverExceedTheByteQuota(QuotaBytesRun run) throws GigaException {
    run.run(folder);
  }
}
