package io.gigafs.bench.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.bench.workload.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a small compaction experiment with both key layouts. */
class CompactionExperimentIT {
  @TempDir Path directory;

  @Test
  void measuresBothLayoutsInEachArrivalOrder() throws IOException {
    Trial trial =
        Trial.of(
            new CompactionExperiment(),
            directory,
            Map.of("entries", "3000", "lookups", "100", "quiet", "20"));
    assertThat(trial.outcome().run().grids().get(0).rows()).hasSize(6);
    assertThat(trial.figure("creates, keys by hash")).isPositive();
  }
}
