package io.gigafs.bench.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.bench.workload.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a small start experiment. */
class StartExperimentIT {
  @TempDir Path directory;

  @Test
  void measuresServerStartAndJavaStart() throws IOException {
    Trial trial =
        Trial.of(new StartExperiment(), directory, Map.of("entries", "2000", "rounds", "1"));
    assertThat(trial.figure("from process start to the first answer"))
        .isGreaterThan(trial.figure("from process start to the line that it serves"));
    assertThat(trial.figure("of it, Java's own start (an empty program)")).isPositive();
  }
}
