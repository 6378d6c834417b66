package io.gigafs.bench.ceiling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Laboratory;
import io.gigafs.bench.experiment.Outcome;
import io.gigafs.cli.Shell;
import io.gigafs.client.GigaClients;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rates change with the machine and with what else it does; their ratio to the bare loop less so.
 */
class CeilingIT {
  /**
   * Less than half of what a long run measured when this was written: 0.70 in bulk and 0.97 with a
   * request for each thread. So small a run counts a part of its compilation.
   */
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
