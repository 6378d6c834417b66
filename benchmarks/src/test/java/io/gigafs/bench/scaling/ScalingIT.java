package io.gigafs.bench.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Laboratory;
import io.gigafs.bench.experiment.Outcome;
import io.gigafs.bench.report.Grid;
import io.gigafs.cli.Shell;
import io.gigafs.client.connect.GigaClients;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a small scaling experiment and checks its results, not its rates. */
class ScalingIT {
  @TempDir Path directory;

  private Outcome run(Map<String, String> settings) throws IOException {
    return new Laboratory(Shell.ofThisProcess(GigaClients::connect), directory, 1)
        .run(new Scaling(), settings);
  }

  /** Without processor shares: {@code ControlGroupIT} tests control groups. */
  @Test
  void measuresClustersAndSimulatesFromTheirCosts() throws IOException {
    Outcome outcome =
        run(
            Map.of(
                "servers", "1,2",
                "files-per-server", "2000",
                "split-threshold", "200",
                "window", "16",
                "share", "0",
                "simulated-servers", "1,4",
                "largest-files", "10000000"));

    assertThat(outcome.end()).isEqualTo(Outcome.DONE);
    Grid measured = outcome.run().grids().get(0);
    assertThat(measured.rows()).hasSize(2);
    assertThat(Integer.parseInt(measured.rows().get(1).get(5)))
        .as("partitions of 4,000 files")
        .isBetween(20, 40);
    assertThat(outcome.run().figures())
        .filteredOn(figure -> figure.unit().equals("1/s"))
        .extracting(Figure::value)
        .allMatch(value -> !value.isNaN());
    assertThat(directory.resolve("scaling/creates-while-a-directory-spreads.png")).isNotEmptyFile();
    assertThat(directory.resolve("scaling/simulated.csv")).isNotEmptyFile();
  }

  @Test
  void simulatesWithGivenCostsOnly() throws IOException {
    Outcome outcome =
        run(Map.of("servers", "0", "create-nanos", "300000", "simulated-servers", "1,2,64"));

    assertThat(outcome.end()).isEqualTo(Outcome.DONE);
    assertThat(outcome.run().figures())
        .filteredOn(figure -> figure.name().startsWith("variance"))
        .allSatisfy(figure -> assertThat(figure.value()).isBetween(0.5, 1.0));
  }
}
