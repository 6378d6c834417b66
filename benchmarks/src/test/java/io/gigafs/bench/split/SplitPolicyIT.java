package io.gigafs.bench.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.bench.experiment.Laboratory;
import io.gigafs.bench.experiment.Outcome;
import io.gigafs.bench.report.Grid;
import io.gigafs.cli.Shell;
import io.gigafs.client.connect.GigaClients;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a small split policy experiment and checks the splits, not the rates. */
class SplitPolicyIT {
  private static final int AWAY = 3;
  private static final int WITHIN = 4;

  @TempDir Path directory;

  @Test
  void policiesSplitAsConfigured() throws Exception {
    Outcome outcome =
        new Laboratory(Shell.ofThisProcess(GigaClients::connect), directory, 1)
            .run(
                new SplitPolicy(),
                Map.of(
                    "policies", "100,servers",
                    "servers", "2",
                    "files", "2000",
                    "window", "8",
                    "warm-files", "100",
                    "seconds", "1"));

    assertThat(outcome.end()).isEqualTo(Outcome.DONE);
    Grid grid = outcome.run().grids().get(0);
    assertThat(grid.rows()).hasSize(2);
    List<String> often = grid.rows().get(0);
    assertThat(often.get(AWAY)).isEqualTo("1");
    assertThat(Integer.parseInt(often.get(WITHIN))).isBetween(1, 40);
    List<String> onceEach = grid.rows().get(1);
    assertThat(onceEach.get(AWAY)).isEqualTo("1");
    assertThat(onceEach.get(WITHIN)).isEqualTo("0");
    assertThat(outcome.run().figures()).hasSize(4);
  }
}
