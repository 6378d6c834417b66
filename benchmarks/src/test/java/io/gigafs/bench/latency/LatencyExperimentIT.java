package io.gigafs.bench.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.bench.workload.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a small latency experiment while a directory splits. */
class LatencyExperimentIT {
  @TempDir Path directory;

  @Test
  void measuresCreatesWhileTheirDirectorySplits() throws IOException {
    Trial trial =
        Trial.of(
            new LatencyExperiment(),
            directory,
            Map.of(
                "servers", "2",
                "peak-files", "2000",
                "peak-rounds", "1",
                "percent", "10",
                "seconds", "2",
                "threshold", "50"));
    assertThat(trial.figure("splits meanwhile, 2 servers")).isPositive();
    assertThat(trial.figure("p50 of a create, 2 servers")).isPositive();
    assertThat(trial.figure("p99 of a create, 2 servers"))
        .isBetween(
            trial.figure("p50 of a create, 2 servers"), trial.figure("longest create, 2 servers"));
  }
}
