package io.gigafs.bench.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.bench.workload.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a small checkpoint experiment on volumes and on Giga. */
class CheckpointExperimentIT {
  @TempDir Path directory;

  @Test
  void sameFilesAreWrittenToVolumeAndGiga() throws IOException {
    Trial trial =
        Trial.of(
            new CheckpointExperiment(),
            directory,
            Map.of("clients", "3", "files", "4", "bytes", "200001", "volumes", "2"));
    assertThat(trial.figure("creates, Giga")).isPositive();
    assertThat(trial.figure("bytes, bare volume")).isPositive();
    assertThat(trial.figure("bytes, Giga beside bare volume")).isPositive();
    assertThat(directory.resolve("checkpoint")).isNotEmptyDirectory();
  }
}
