package io.gigafs.bench.listing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.bench.workload.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a small listing experiment with deleted entries. */
class ListingExperimentIT {
  @TempDir Path directory;

  @Test
  void measuresListingsBeforeAndAfterDeletion() throws IOException {
    Trial trial =
        Trial.of(new ListingExperiment(), directory, Map.of("entries", "10000", "rounds", "2"));
    assertThat(trial.figure("listed with attributes")).isPositive();
    assertThat(trial.figure("a fresh directory of that size")).isPositive();
    assertThat(
            trial.figure("what nine deleted of ten leave, beside a fresh directory of that size"))
        .isPositive();
  }
}
