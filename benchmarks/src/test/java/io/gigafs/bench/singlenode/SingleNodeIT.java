package io.gigafs.bench.singlenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.gigafs.bench.workload.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a small single node experiment. It needs root and the file systems, as CI has them. */
class SingleNodeIT {
  @TempDir Path directory;

  @Test
  void measuresTheStoreAndAllFileSystems() throws IOException {
    if (System.getenv("CI") == null) {
      assumeThat(System.getProperty("user.name")).isEqualTo("root");
    }
    Trial trial =
        Trial.of(new SingleNode(), directory, Map.of("files", "100000", "plain-files", "2000"));
    assertThat(trial.outcome().run().grids().get(0).rows())
        .extracting(row -> row.get(0))
        .containsExactly("store", "ext4", "xfs", "btrfs");
    assertThat(trial.figure("on disk for a file, after compaction")).isBetween(14.0, 60.0);
    assertThat(trial.figure("creates in the store beside the best file system")).isGreaterThan(1);
  }
}
