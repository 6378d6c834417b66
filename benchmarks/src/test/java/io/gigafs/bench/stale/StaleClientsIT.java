package io.gigafs.bench.stale;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Laboratory;
import io.gigafs.bench.experiment.Outcome;
import io.gigafs.cli.Shell;
import io.gigafs.client.connect.GigaClients;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a small stale clients experiment, whose figures do not depend on speed. */
class StaleClientsIT {
  @TempDir Path directory;

  @Test
  void redirectsMatchThePrediction() throws Exception {
    Outcome outcome =
        new Laboratory(Shell.ofThisProcess(GigaClients::connect), directory, 1)
            .run(
                new StaleClients(),
                Map.of(
                    "servers", "2",
                    "clients", "2",
                    "files", "4000",
                    "split-threshold", "100",
                    "lookups", "300",
                    "creates", "1000"));

    assertThat(outcome.end()).isEqualTo(Outcome.DONE);
    assertThat(outcome.isGood()).as("within the bounds").isTrue();
    List<Figure> figures = outcome.run().figures();
    assertThat(figures.get(0).value()).as("partitions").isBetween(50.0, 80.0);
    assertThat(figures.get(1).value()).as("redirects").isGreaterThan(10);
    assertThat(figures.get(1).value()).as("redirects").isEqualTo(figures.get(2).value());
    assertThat(figures.get(5).value()).as("redirects while it splits").isGreaterThan(5);
  }
}
