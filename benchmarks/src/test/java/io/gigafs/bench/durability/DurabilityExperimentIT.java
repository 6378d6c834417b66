package io.gigafs.bench.durability;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.bench.workload.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a small durability experiment. */
class DurabilityExperimentIT {
  @TempDir Path directory;

  @Test
  void measuresEachDurabilityLevel() throws IOException {
    Trial trial =
        Trial.of(
            new DurabilityExperiment(),
            directory,
            Map.of("files", "2000", "synced-files", "20", "under-way", "1,16", "warm-up", "1000"));
    assertThat(trial.outcome().run().figures()).hasSize(6).allMatch(figure -> figure.value() > 0);
  }
}
