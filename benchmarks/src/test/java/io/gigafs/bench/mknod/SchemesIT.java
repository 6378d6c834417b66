package io.gigafs.bench.mknod;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.workload.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs small mknod and stat experiments with every scheme. */
class SchemesIT {
  @TempDir Path directory;

  static Stream<Experiment> experiments() {
    return Stream.of(new Mknod(), new StatTest());
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void everySchemeIsMeasured(Experiment experiment) throws IOException {
    Trial trial =
        Trial.of(
            experiment,
            directory,
            Map.of(
                "files",
                "300",
                "threshold",
                "50",
                "servers",
                "2",
                "volumes",
                "3",
                "groups",
                "2",
                "nodes",
                "2"));
    assertThat(trial.outcome().run().figures())
        .hasSameSizeAs(Scheme.values())
        .allSatisfy(figure -> assertThat(figure.value()).isPositive());
    assertThat(trial.outcome().run().figures())
        .extracting(Figure::name)
        .anySatisfy(name -> assertThat(name).endsWith("lazy creates"));
  }
}
