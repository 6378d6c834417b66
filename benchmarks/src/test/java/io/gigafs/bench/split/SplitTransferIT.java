package io.gigafs.bench.split;

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

/** Runs a small split transfer experiment and checks the way of transfer, not the rates. */
class SplitTransferIT {
  private static final int SPLITS = 2;
  private static final int SHARED = 3;
  private static final int MESSAGE_BYTES = 6;

  @TempDir Path directory;

  @Test
  void halvesAreTransferredAsReported() throws Exception {
    Outcome outcome =
        new Laboratory(Shell.ofThisProcess(GigaClients::connect), directory, 1)
            .run(
                new SplitTransfer(),
                Map.of("entries", "1000,4000", "bytes", "1000", "splits", "1", "warm-splits", "0"));

    assertThat(outcome.end()).isEqualTo(Outcome.DONE);
    List<List<String>> rows = outcome.run().grids().get(0).rows();
    assertThat(rows).extracting(row -> row.get(SPLITS)).containsExactly("1", "1", "1", "1");
    // A small half is part of the commit message, even with a shared directory.
    assertThat(rows).extracting(row -> row.get(SHARED)).containsExactly("0", "0", "0", "1");
    assertThat(rows.get(3).get(MESSAGE_BYTES)).isEqualTo("0");
    assertThat(outcome.run().figures()).hasSize(4);
  }
}
