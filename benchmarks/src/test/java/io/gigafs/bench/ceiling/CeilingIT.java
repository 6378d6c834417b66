package io.gigafs.bench.ceiling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Laboratory;
import io.gigafs.bench.experiment.Outcome;
import io.gigafs.cli.Shell;
import io.gigafs.client.connect.GigaClients;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares create rates with the bare loop. The ratio depends less on the machine and its load than
 * the rates do.
 */
class CeilingIT {
  /** Less than half of the ratios of long runs, because a run this small includes compilation. */
  private static final double LEAST = 0.3;

  @TempDir Path directory;

  @Test
  void createRateIsCloseToTheBareLoop() throws IOException {
    Outcome outcome =
        new Laboratory(Shell.ofThisProcess(GigaClients::connect), directory, 1)
            .run(new Ceiling(), Map.of("files", "100000", "closed-files", "20000", "rounds", "2"));
    assertThat(outcome.end()).isEqualTo(Outcome.DONE);
    assertThat(outcome.run().figures()).hasSize(13);
    assertThat(ratio(outcome, "creates beside bare ones")).isGreaterThan(LEAST);
    assertThat(ratio(outcome, "creates beside bare ones, a request for each thread"))
        .isGreaterThan(LEAST);
  }

  private static double ratio(Outcome outcome, String name) {
    return outcome.run().figures().stream()
        .filter(figure -> figure.name().equals(name))
        .mapToDouble(Figure::value)
        .findFirst()
        .orElseThrow();
  }
}
