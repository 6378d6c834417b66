package io.gigafs.bench.hotspot;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.bench.experiment.Laboratory;
import io.gigafs.bench.experiment.Outcome;
import io.gigafs.cli.Shell;
import io.gigafs.client.connect.GigaClients;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a small hot spot experiment and checks its results, not its rates. */
class HotSpotIT {
  private static final int SPLITS_ARE_ON = 3;
  private static final int SPLITS = 5;

  @TempDir Path directory;

  /** Without processor shares: {@code ControlGroupIT} tests control groups. */
  @Test
  void measuresWithAndWithoutSplitsForHeat() throws Exception {
    Outcome outcome =
        new Laboratory(Shell.ofThisProcess(GigaClients::connect), directory, 1)
            .run(
                new HotSpot(),
                Map.of(
                    "servers", "2",
                    "clients", "2",
                    "directories", "4",
                    "share", "0",
                    "rounds", "1",
                    "seconds", "1",
                    "lead-seconds", "1",
                    "quiet-seconds", "1"));

    assertThat(outcome.end()).isEqualTo(Outcome.DONE);
    List<List<String>> rows = outcome.run().grids().get(0).rows();
    assertThat(rows).hasSize(6);
    assertThat(rows)
        .filteredOn(row -> row.get(SPLITS_ARE_ON).equals("off"))
        .hasSize(3)
        .allSatisfy(row -> assertThat(row.get(SPLITS)).isEqualTo("0"));
    assertThat(directory.resolve("hot-spot/stats-of-a-hot-spot-over-servers.png")).isNotEmptyFile();
  }
}
