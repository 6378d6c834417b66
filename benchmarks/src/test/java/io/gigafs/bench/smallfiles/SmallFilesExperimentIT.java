package io.gigafs.bench.smallfiles;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.bench.workload.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a small experiment with files below and above the inline limit. */
class SmallFilesExperimentIT {
  @TempDir Path directory;

  /** Inline files share blocks with their neighbours; other files have their own blocks. */
  @Test
  void inlineLimitDecidesWhereBytesAreStored() throws IOException {
    Trial trial =
        Trial.of(
            new SmallFilesExperiment(),
            directory,
            Map.of("sizes", "2048", "limits", "0,65536", "files", "400"));
    double[] onDisk =
        trial.outcome().run().grids().get(0).rows().stream()
            .mapToDouble(row -> Double.parseDouble(row.get(4)))
            .toArray();
    assertThat(onDisk[0]).isGreaterThanOrEqualTo(2);
    assertThat(onDisk[1]).isLessThan(onDisk[0]);
  }
}
