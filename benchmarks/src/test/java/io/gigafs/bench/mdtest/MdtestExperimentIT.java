package io.gigafs.bench.mdtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.workload.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a small mdtest experiment. */
class MdtestExperimentIT {
  @TempDir Path directory;

  @Test
  void measuresEveryPhaseOfBothLayoutsAndSizes() throws IOException {
    Trial trial =
        Trial.of(
            new MdtestExperiment(),
            directory,
            Map.of("tasks", "3", "items", "20", "iterations", "2", "servers", "2"));
    List<Figure> figures = trial.outcome().run().figures();
    assertThat(figures).hasSize(2 * (5 + 2 * 4));
    assertThat(figures).allSatisfy(figure -> assertThat(figure.value()).isPositive());
    assertThat(figures)
        .extracting(Figure::name)
        .contains(
            "Directory creation, shared directory",
            "File read, directory for each task, 3901 B",
            "Tree removal, directory for each task");
  }
}
